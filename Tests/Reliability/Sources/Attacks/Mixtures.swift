import AstrojectTesting
import Foundation
import Nexus

// Every function that resolves, while another thread or task changes the container.

private final class Knows: Sendable {
  let resolver: Resolver
  init(resolver: Resolver) { self.resolver = resolver }
}
private struct Given: Sendable { let reading = Reading() }
private final class Handler: Sendable {
  let given: Given
  let part: Part
  let machine: Machine
  init(given: Given, part: Part, machine: Machine) { (self.given, self.part, self.machine) = (given, part, machine) }
  func check() throws { try given.reading.check(); try part.check(); try machine.check() }
}
private final class Keep: Instance {
  private var part: Part?
  func get(for context: Context) -> Part? { part }
  func set(_ product: Part, for context: Context) { part = product }
  func release(for context: Context?) { if context == nil { part = nil } }
}

private func register(in container: Container) throws {
  try container.registerSubjects()
  try container.register(initializer: LazyOwner.init(part:parts:machine:machines:)).asTransient()
  try container.register(initializer: PropertyOwner.init).asTransient()
  try container.register(initializer: Knows.init(resolver:)).asTransient()
  try container.register(given: Given.self, toChildrenNamed: "request")
  try container.register(initializer: Handler.init(given:part:machine:)).asScoped(to: "request")
  try container.register(Part.self, name: "scoped") { Part() }.as { Keep() }
  try container.register(Part.self, argument: Int.self) { _, _ in Part() }.asSingleton()
}

@inline(never)
private func make() throws -> Container {
  let container = Container()
  try register(in: container)
  for _ in 0..<3 {
    _ = try container.resolve(PropertyOwner.self)
    _ = try container.resolve(LazyOwner.self)
    try container.makeChild(named: "request", given: Given()).resolve(Handler.self).check()
  }
  return container
}

/// Runs a closure, and ignores the errors that a concurrent change may cause.
private func tolerant(_ body: () throws -> Void) throws {
  do { try body() } catch { try pass(error) }
}

private func tolerant(_ body: () async throws -> Void) async throws {
  do { try await body() } catch { try pass(error) }
}

private func pass(_ error: any Error) throws {
  switch error {
  case AstrojectError.noRegistrationFound, AstrojectError.containerReleased, AstrojectError.containerNotFound,
    AstrojectError.factoryFailed, AstrojectError.invalidInstance, OverrideError.nothingToReplace:
    break
  default: throw error
  }
}

private let ways: [(String, @Sendable (Container) throws -> Void)] = [
  ("replaced", { try register(in: $0) }),
  (
    "cleared",
    {
      $0.clear(); try register(in: $0)
    }
  ),
  (
    "unregistered",
    {
      $0.unregister(Part.self); $0.unregister(Machine.self); $0.unregister(Reading.self, name: "a")
      $0.unregister(Handler.self)
      try register(in: $0)
    }
  ),
  ("released", { $0.releaseAll() }),
  (
    "scope changed",
    {
      try $0.register(initializer: Part.init).asTransient().asSingleton()
      try $0.register(initializer: Machine.init(_:)).asSingleton()
      try $0.register(initializer: Machine.init(_:)).asWeak()
      try $0.register(initializer: Machine.init(_:)).asScoped()
      try $0.register(initializer: Machine.init(_:))
      try $0.register(initializer: Machine.init(_:)).asTransient()
    }
  ),
  (
    "step",
    { container in
      do { _ = try Assembler(container: container, assemblies: [Failing()]) } catch {}
    }
  ),
]
private struct Failing: Assembly {
  func assemble(container: Container) throws {
    try register(in: container)
    _ = try container.resolve(PropertyOwner.self)
    _ = try container.resolve(Part.self, argument: 3)
    throw Harm()
  }
}

let mixtures: [Attack] =
  ways.flatMap { (name, change) -> [Attack] in
    [
      Attack("mixed, wrappers, \(name)") {
        let container = try make()
        let owner = try container.resolve(LazyOwner.self)
        try race(
          { for _ in 0..<40 { try change(container) } },
          {
            for _ in 0..<200 {
              try tolerant { try owner.part.value.check() }
              try tolerant { try owner.parts.get().check() }
              try tolerant { try owner.machine.value.check() }
              try tolerant { try container.resolve(LazyOwner.self).machine.value.check() }
              try tolerant { try container.resolve(LazyOwner.self).parts.get().check() }
              try tolerant { try container.resolve(PropertyOwner.self).check() }
              try tolerant { try container.resolve(Lazy<Part>.self).value.check() }
              try tolerant { try container.resolve(Part.self, argument: 3).check() }
              try tolerant { try container.resolve(Part.self, name: "scoped").check() }
            }
          })
      },
      Attack("mixed, children, \(name)") {
        let container = try make()
        try race(
          { for _ in 0..<40 { try change(container) } },
          {
            for _ in 0..<200 {
              try tolerant { try container.makeChild(named: "request", given: Given()).resolve(Handler.self).check() }
              try tolerant { try container.makeChild().resolve(PropertyOwner.self).check() }
              try tolerant { try container.makeChild().makeChild().resolve(Machine.self).check() }
              try tolerant { try container.makeChild().resolve(Reading.self, name: "a").check() }
              try tolerant { try container.makeChild().resolve(Part.self, name: "scoped").check() }
            }
          },
          {
            let child = container.makeChild()
            for _ in 0..<200 {
              try tolerant { try child.resolve(Machine.self).check() }
              try tolerant { try child.resolve(PropertyOwner.self).check() }
            }
          })
      },
      Attack("mixed, forks, \(name)") {
        let container = try make()
        try race(
          { for _ in 0..<20 { try change(container) } },
          {
            for _ in 0..<30 {
              try tolerant {
                try container.overriding(allowUnused: true) { try $0.wrap(Part.self) { $0 } }.resolve(Machine.self)
                  .check()
              }
              try tolerant {
                try container.overriding(allowUnused: true) { _ in }.resolve(PropertyOwner.self).check()
              }
            }
          })
      },
      Attack("mixed, awaited, \(name)") {
        let container = try make()
        let owner = try await container.resolve(LazyOwner.self)
        try await race { number in
          for _ in 0..<20 {
            if number == 0 { try change(container) }
            for _ in 0..<5 {
              try await tolerant { try await owner.part.get().check() }
              try await tolerant { try await owner.parts.get().check() }
              try await tolerant { try await container.resolve(PropertyOwner.self).check() }
              try await tolerant {
                try await container.withChild(named: "request", given: Given()) { try await $0.resolve(Handler.self) }
                  .check()
              }
              try await tolerant { try await container.makeChild().resolve(Machine.self).check() }
              try await tolerant { try await container.resolve(LazyOwner.self).machine.get().check() }
            }
          }
        }
      },
      Attack("mixed, stored resolvers, \(name)") {
        let container = try make()
        let knows = try container.resolve(Knows.self)
        let escaped = Cell<Resolver?>(nil)
        let isOver = Cell(false)
        let ask: @Sendable () throws -> Void = {
          while !isOver.value {
            for _ in 0..<10 {
              try tolerant { try knows.resolver.resolve(Machine.self).check() }
              try tolerant { try knows.resolver.resolve(Reading.self, name: "a").check() }
              if let resolver = escaped.value {
                try tolerant { try resolver.resolve(Machine.self).check() }
                try tolerant { try resolver.resolve(PropertyOwner.self).check() }
                try tolerant { try resolver.resolve(Reading.self, name: "a").check() }
              }
            }
          }
        }
        try race(
          {
            defer { isOver.exchange(true) }
            for _ in 0..<20 {
              try container.register(Given.self, name: "slow") { resolver in
                escaped.exchange(resolver)
                let end = ContinuousClock.now + .microseconds(500)
                while ContinuousClock.now < end {}
                _ = try resolver.resolve(Reading.self, name: "a")
                return Given()
              }.asTransient()
              try tolerant { _ = try container.resolve(Given.self, name: "slow") }
              try change(container)
              container.unregister(Given.self, name: "slow")
            }
          }, ask, ask, ask)
      },
    ]
  } + [
    Attack("mixed, fallback of temporary containers") {
      for _ in 0..<100 {
        try Container(fallback: try make()).resolve(Part.self).check()
        try Container(fallback: try make()).resolve(Reading.self, name: "a").check()
        try make().resolve(Part.self, argument: 3).check()
        try make().resolve(Part.self, name: "scoped").check()
        for part in try make().resolveAll(Part.self) { try part.check() }
        try make().makeChild(named: "request", given: Given()).resolve(Handler.self).check()
        try tolerant { try make().resolve(Knows.self).resolver.resolve(Part.self).check() }
      }
    },
    Attack("mixed, awaited fallback of temporary containers") {
      for _ in 0..<100 {
        try await Container(fallback: try make()).resolve(Part.self).check()
        try await make().withChild(named: "request", given: Given()) { try await $0.resolve(Handler.self) }.check()
        try await make().resolve(Part.self, argument: 3).check()
      }
    },
    Attack("mixed, stored resolvers, while their container is released") {
      let box = Cell<Container?>(nil)
      let knows = Cell<Knows?>(nil)
      try race(
        {
          for _ in 0..<50 {
            let container = try make()
            knows.exchange(try container.resolve(Knows.self))
            box.exchange(container)
            box.exchange(nil)
          }
        },
        {
          for _ in 0..<300 {
            guard let knows = knows.value else { continue }
            try tolerant { try knows.resolver.resolve(Machine.self).check() }
            try tolerant { try knows.resolver.resolve(Reading.self, name: "a").check() }
            try tolerant { try knows.resolver.resolve(PropertyOwner.self).check() }
          }
        })
    },
  ]

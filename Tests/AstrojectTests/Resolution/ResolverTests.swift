import Astroject
import AstrojectTesting
import TestSupport
import Testing

@Suite("A resolver")
struct ResolverTests {
  private final class Keeper {
    let resolver: Resolver
    init(_ resolver: Resolver) { self.resolver = resolver }
  }

  @Test("kept beyond its factory goes on resolving while the container is there", arguments: Call.allCases)
  func kept(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Keeper.self) { resolver in Keeper(resolver) }
    let resolver = try await call.resolve(Keeper.self, in: container).resolver
    #expect(try await call.resolve(Int.self, in: resolver) == 1)
    try container.register(Int.self) { 2 }
    #expect(try await call.resolve(Int.self, in: resolver) == 2)
    #expect(await call.error(resolving: String.self, in: resolver)?.kind == .noRegistrationFound)
  }

  @Test("does not keep the container alive, and throws when it is gone", arguments: Call.allCases)
  func containerReleased(call: Call) async throws {
    weak var reference: Container?
    let resolver: Resolver
    do {
      let container = Container()
      reference = container
      try container.register(Int.self) { 1 }.asSingleton()
      try container.register(String.self, argument: Int.self) { _, _ in "" }
      try container.register(Keeper.self) { resolver in Keeper(resolver) }
      resolver = try await call.resolve(Keeper.self, in: container).resolver
      let value = try await call.resolve(Int.self, in: resolver)
      #expect(value == 1)
    }
    #expect(reference == nil)
    let error = await call.error(resolving: Int.self, in: resolver)
    #expect(error?.kind == .containerReleased)
    #expect(error?.failure?.key.product is Int.Type)
    let argument = await call.error { try await $0.resolve(String.self, argument: 1, in: resolver) }
    #expect(argument?.kind == .containerReleased)
    let all = await call.error { try await $0.resolveAll(Int.self, in: resolver) }
    #expect(all?.kind == .containerReleased)
    #expect(!resolver.isRegistered(Int.self))
  }

  @Test("throws for an optional, too, when the container is gone", arguments: Call.allCases)
  func optionalReleased(call: Call) async throws {
    let resolver: Resolver
    do {
      let container = Container()
      try container.register(Int.self) { 1 }
      try container.register(Keeper.self) { resolver in Keeper(resolver) }
      resolver = try await call.resolve(Keeper.self, in: container).resolver
    }
    let type = await call.error { try await $0.resolve(Int?.self, in: resolver) }
    #expect(type?.kind == .containerReleased)
    let function = await call.error { try await $0.resolveOptional(Int.self, in: resolver) }
    #expect(function?.kind == .containerReleased)
  }

  @Test("throws for what is made of others, too, when the container is gone", arguments: Call.allCases)
  func derivedReleased(call: Call) async throws {
    let resolver: Resolver
    do {
      let container = Container()
      try container.register(Int.self, name: "a") { 1 }
      try container.register(Keeper.self) { resolver in Keeper(resolver) }
      resolver = try await call.resolve(Keeper.self, in: container).resolver
      #expect(try await call.resolve([String: Int].self, in: resolver) == ["a": 1])
      #expect(try await call.resolve([Int].self, in: resolver) == [1])
    }
    let errors = await [
      call.error(resolving: [Int].self, in: resolver),
      call.error(resolving: [Int]?.self, in: resolver),
      call.error(resolving: [String: Int].self, in: resolver),
      call.error(resolving: Int.self, name: "a", in: resolver),
      call.error { try await $0.resolve(Int.self, key: 7, in: resolver) },
      call.error { try await $0.resolveOptional(Int.self, arguments: 7, in: resolver) },
      call.error { call in
        try await call.run {
          try resolver.resolveAll(Int.self, by: String.self)
        } asynchronously: {
          try await resolver.resolveAll(Int.self, by: String.self)
        }
      },
    ]
    #expect(errors.map { $0?.kind } == Array(repeating: .containerReleased, count: 7))
  }

  @Test("stored in a singleton does not keep the container", arguments: Call.allCases)
  func inSingleton(call: Call) async throws {
    weak var reference: Container?
    weak var keeper: Keeper?
    do {
      let container = Container()
      reference = container
      try container.register(Keeper.self) { resolver in Keeper(resolver) }.asSingleton()
      keeper = try await call.resolve(Keeper.self, in: container)
    }
    #expect(reference == nil)
    #expect(keeper == nil)
  }

  @Test("can be handed on, and used from other threads")
  func sendable() throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(String.self) { resolver in "\(try onAnotherThread { try resolver.resolve(Int.self) })" }
    #expect(try container.resolve(String.self) == "1")
  }

  @Test("asks the container that was asked, not the one that has the registration", arguments: Call.allCases)
  func child(call: Call) async throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }
    try parent.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    let child = parent.makeChild()
    try child.register(Int.self) { 2 }
    #expect(try await call.resolve(String.self, in: child) == "2")
    #expect(try await call.resolve(String.self, in: parent) == "1")
  }

  @Test("has every form of resolving that a container has", arguments: Call.allCases)
  func forms(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "a") { 2 }
    try container.register(Int.self, key: 7) { 3 }
    try container.register(Int.self, argument: Int.self) { _, number in number }
    try container.register(Int.self, key: 7, arguments: Int.self, Int.self) { _, a, b in a * b }
    try container.register([Int].self, name: "sync") { resolver in
      [
        try resolver.resolve(), try resolver.resolve(Int.self), try resolver.resolve(name: "a"),
        try resolver.resolve(key: 7), try resolver.resolve(argument: 4), try resolver.resolve(key: 7, arguments: 2, 5),
      ]
    }
    try container.register([Int].self, name: "async") { resolver in
      [
        try await resolver.resolve(), try await resolver.resolve(Int.self), try await resolver.resolve(name: "a"),
        try await resolver.resolve(key: 7), try await resolver.resolve(argument: 4),
        try await resolver.resolve(key: 7, arguments: 2, 5),
      ]
    }
    let expected = [1, 1, 2, 3, 4, 10]
    #expect(try await call.resolve([Int].self, name: "sync", in: container) == expected)
    #expect(try await container.resolve([Int].self, name: "async") == expected)
  }
}

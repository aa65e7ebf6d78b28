import AstrojectTesting
import Nexus

// Decorated products and forwardings, of containers without another reference, and while other threads decorate,
// replace and release.

@inline(never)
private func make() throws -> Container {
  let container = Container()
  try container.registerSubjects()
  try container.register(Machine.self, name: "seen", initializer: Machine.init(_:)).asSingleton()
    .implements((any Subject).self) { $0 }
  try container.decorate(Part.self) { resolver, part in
    try resolver.resolve(Reading.self, name: "a").check()
    try part.check()
    return Part()
  }
  try container.decorate(
    Machine.self,
    initializer: { @Sendable (machine: Machine, part: Part) in
      machine.isIntact ? Machine(part) : machine
    })
  try container.decorate((any Subject).self, name: "seen") { _, subject in
    try subject.check()
    return subject
  }
  return container
}

/// Replaces the machine named `seen`, with the type that it implements.
private struct Replacement: Module {
  func register(in container: Container) throws {
    try container.register(Machine.self, name: "seen") { Machine() }.asDisposableSingleton()
      .implements((any Subject).self) { $0 }
  }
}

let layers = [
  Attack("layers, of temporary containers") {
    for _ in 0..<200 {
      try make().resolve(Part.self).check()
      try make().resolve(Machine.self).check()
      try make().resolve((any Subject).self, name: "seen").check()
      try make().makeChild().resolve(Machine.self).check()
      try make().makeChild { try $0.decorate(Machine.self) { _, machine in Machine(machine.part) } }
        .resolve(Machine.self).check()
    }
  },
  Attack("layers, of temporary containers, awaited") {
    for _ in 0..<200 {
      try await make().resolve(Part.self).check()
      try await make().resolve(Machine.self).check()
      try await make().resolve((any Subject).self, name: "seen").check()
      try await make().makeChild().resolve(Machine.self).check()
    }
  },
  Attack("layers, that come while another thread resolves") {
    for _ in 0..<10 {
      let container = Container()
      try container.registerSubjects()
      for _ in 0..<4 { try container.resolve(Machine.self).check() }
      try race(
        { for _ in 0..<50 { try container.resolve(Machine.self).check() } },
        { for _ in 0..<10 { try container.decorate(Machine.self) { _, machine in Machine(machine.part) } } })
    }
  },
  Attack("layers, replaced and released meanwhile") {
    let container = try make()
    let resolving: @Sendable () throws -> Void = {
      for _ in 0..<200 {
        try container.resolve((any Subject).self, name: "seen").check()
        try container.resolve(Machine.self).check()
      }
    }
    let replacing: @Sendable () throws -> Void = {
      for _ in 0..<100 {
        container.releaseAll()
        try container.register(module: Replacement())
      }
    }
    try race(resolving, replacing)
  },
  Attack("layers, whose products resolve in their deinit") {
    final class Leaver: @unchecked Sendable {
      let container: Container
      init(_ container: Container) { self.container = container }
      deinit { try? container.resolve(Part.self).check() }
    }
    for _ in 0..<50 {
      let outer = try make()
      let inner = Container()
      try inner.register(Leaver.self) { Leaver(outer) }.asDisposableSingleton()
      try inner.decorate(Leaver.self) { _, leaver in Leaver(leaver.container) }
      for _ in 0..<3 {
        _ = try inner.resolve(Leaver.self)
        inner.releaseAll()
      }
    }
  },
  Attack("layers, of forks of temporary containers") {
    for _ in 0..<100 {
      try make().overriding(allowUnused: true) { overrides in
        try overrides.wrap(Part.self) { part in part }
        try overrides.replace(Machine.self) { Machine() }
      }
      .resolve(Machine.self).check()
    }
  },
]

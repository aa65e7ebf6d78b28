import TestSupport
import Testing

/// Notes the hooks of one test's assemblies.
private enum Notes {
  @TaskLocal static var recorder = Recorder<String>()

  static func note(_ hook: String, of type: Any.Type) { recorder.note("\(hook) \(type)") }

  /// Returns the notes that a closure causes.
  static func during(_ body: () throws -> Void) rethrows -> [String] {
    let recorder = Recorder<String>()
    try $recorder.withValue(recorder) { try body() }
    return recorder.events
  }
}

/// An assembly that notes each of its hooks, including the deprecated ones.
private protocol NotingAssembly: Assembly { func register(in container: Container) throws }

extension NotingAssembly {
  func register(in container: Container) throws {}

  func preassemble() throws { Notes.note("preassemble", of: Self.self) }
  @available(*, deprecated) func preloaded() throws { Notes.note("preloaded", of: Self.self) }
  func assemble(container: Container) throws {
    Notes.note("assemble", of: Self.self)
    try register(in: container)
  }
  func postAssemble(resolver: Resolver) throws { Notes.note("postAssemble", of: Self.self) }
  @available(*, deprecated) func loaded(resolver: Resolver) throws { Notes.note("loaded", of: Self.self) }
}

private struct First: NotingAssembly {}
private struct Second: NotingAssembly {}

private struct Core: NotingAssembly {
  func register(in container: Container) throws { try container.register(Int.self) { 1 } }
}

private struct Network: NotingAssembly {
  static var requiredAssemblies: [any Assembly.Type] { [Core.self] }
  func register(in container: Container) throws {
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
  }
}

private struct Feature: NotingAssembly {
  static var requiredAssemblies: [any Assembly.Type] { [Network.self, Core.self] }
}

private struct Other: NotingAssembly { static var requiredAssemblies: [any Assembly.Type] { [Network.self] } }

private struct Hen: NotingAssembly { static var requiredAssemblies: [any Assembly.Type] { [Egg.self] } }

private struct Egg: NotingAssembly { static var requiredAssemblies: [any Assembly.Type] { [Nest.self] } }

private struct Nest: NotingAssembly { static var requiredAssemblies: [any Assembly.Type] { [Hen.self] } }

private struct Selfish: NotingAssembly { static var requiredAssemblies: [any Assembly.Type] { [Selfish.self] } }

private struct Farm: NotingAssembly { static var requiredAssemblies: [any Assembly.Type] { [Hen.self] } }

@MainActor private struct Front: @MainActor Assembly {
  nonisolated init() {}
  func assemble(container: Container) { MainActor.assertIsolated() }
}

/// Returns the expected steps of assemblies that run together, in order.
private func order(of types: String...) -> [String] {
  types.flatMap { ["preassemble \($0)", "preloaded \($0)", "assemble \($0)"] }
    + types.flatMap { ["postAssemble \($0)", "loaded \($0)"] }
}

struct AssemblerTests {
  private let container = Container()

  // MARK: Order

  @Test func `assemblies run in the order of adding, all assemble steps before the first postAssemble`() throws {
    let notes = try Notes.during {
      try Assembler(container: Container()).add(assembly: Second()).add(assemblies: [First()]).assemble()
    }
    #expect(notes == order(of: "Second", "First"))
  }

  @Test func `an assembler runs nothing before assemble(), or all at once if it is created with assemblies`() throws {
    let early = Notes.during { #expect(Assembler(container: container).add(assembly: Core()).container === container) }
    #expect(early.isEmpty)
    expectNotRegistered(Int.self, in: container)
    #expect(Doing.requiredAssemblies.isEmpty)
    let notes = try Notes.during { try Assembler(container: container, assemblies: [Core(), First()]) }
    #expect(notes == order(of: "Core", "First"))
    expectRegistered(Int.self, in: container)
  }

  @Test func `postAssemble resolves registrations of a later assembly and of the container`() throws {
    struct Early: Assembly {
      func assemble(container: Container) throws {}
      func postAssemble(resolver: Resolver) throws {
        let (text, number) = (try resolver.resolve(String.self), try resolver.resolve(Double.self))
        Notes.recorder.note("\(text) \(number)")
      }
    }
    try container.register(Double.self) { 0.5 }
    let notes = try Notes.during { try Assembler(container: container, assemblies: [Early(), Network()]) }
    #expect(notes.contains("1 0.5"))
  }

  @Test func `a singleton that postAssemble builds is cached after assembling`() throws {
    struct Builder: Assembly {
      func assemble(container: Container) throws {
        try container.register(LiveService.self) {
          Notes.recorder.note("built")
          return LiveService()
        }.asSingleton()
      }
      func postAssemble(resolver: Resolver) throws { _ = try resolver.resolve(LiveService.self) }
    }
    let notes = try Notes.during {
      try Assembler(container: container, assemblies: [Builder()])
      #expect(try container.resolve(LiveService.self) === container.resolve(LiveService.self))
    }
    #expect(notes == ["built"])
  }

  // MARK: Requirements

  @Test func `an assembler creates each missing required assembly once, before its dependents`() throws {
    let notes = try Notes.during { try Assembler(container: Container(), assemblies: [Feature(), Other()]) }
    #expect(notes == order(of: "Core", "Network", "Feature", "Other"))
  }

  @Test func `an assembly added after its dependent runs before it and is not created again`() throws {
    struct Tagged: NotingAssembly {
      var tag = "made"
      func register(in container: Container) throws { Notes.recorder.note(tag) }
    }
    struct Needy: NotingAssembly { static var requiredAssemblies: [any Assembly.Type] { [Tagged.self] } }
    let notes = try Notes.during { try Assembler(container: Container(), assemblies: [Needy(), Tagged(tag: "added")]) }
    #expect(
      notes.filter { $0.hasPrefix("assemble") || $0 == "added" || $0 == "made" }
        == ["assemble Tagged", "added", "assemble Needy"])
  }

  /// Registers a number under its own name, and notes it.
  private struct Numbered: Assembly {
    var number = 0
    func assemble(container: Container) throws {
      Notes.recorder.note("\(number)")
      try container.register(Int.self, name: "\(number)") { [number] in number }
    }
  }

  @Test func `several assemblies of one type all run in order, whether they are applied or added`() throws {
    let assembler = Assembler(container: container).add(assemblies: [Numbered(number: 3), Numbered(number: 4)])
    let notes = try Notes.during {
      try assembler.apply(assemblies: [Numbered(number: 1), Numbered(number: 2)])
      try assembler.assemble()
    }
    #expect(notes == ["1", "2", "3", "4"])
    #expect(try (1...4).map { try container.resolve(Int.self, name: "\($0)") } == [1, 2, 3, 4])
    #expect(
      try Notes.during { try Assembler(container: Container(), assemblies: [Core(), Network(), Core()]) }
        == order(of: "Core", "Core", "Network"))
  }

  @Test func `all added assemblies of a required type run before their dependents, and none is created`() throws {
    struct Needy: NotingAssembly {
      static var requiredAssemblies: [any Assembly.Type] { [Numbered.self] }
      func register(in container: Container) throws { Notes.recorder.note("needy") }
    }
    let notes = try Notes.during {
      try Assembler(container: Container())
        .add(assembly: Numbered(number: 1)).add(assembly: Needy())
        .add(assemblies: [First(), Numbered(number: 2), Needy()]).assemble()
    }
    #expect(notes.filter { $0.count == 1 || $0 == "needy" } == ["1", "2", "needy", "needy"])
  }

  @Test func `an assembly object that is added twice runs once`() throws {
    final class Counting: Assembly, Sendable {
      let count = Counter()
      func assemble(container: Container) throws { count.increment() }
    }
    let assemblies = [Counting(), Counting()]
    try Assembler(container: Container(), assemblies: assemblies + assemblies)
    #expect(assemblies.map(\.count.value) == [1, 1])
  }

  @Test(
    arguments: [([First(), Farm()], "Hen → Egg → Nest → Hen"), ([Selfish()], "Selfish → Selfish")]
      as [([any Assembly & Sendable], String)])
  private func `a cycle of required assemblies throws an error with the cycle's path and runs no step`(
    assemblies: [any Assembly & Sendable], path: String
  ) throws {
    let notes = Notes.during {
      let error = #expect(throws: Assembler.Error.self) { try Assembler(container: container, assemblies: assemblies) }
      #expect(
        error?.description == """
          Assemblies require each other: \(path).
            Remedy: have what they share registered by an assembly of its own; none may require itself.
          """)
    }
    #expect(notes.isEmpty)
  }

  @Test func `a strict assembler runs no step until the missing assembly is added, and runs that first`() throws {
    let assembler = Assembler(container: Container(), initializeMissingAssemblies: false)
    let early = Notes.during {
      #expect(throws: Assembler.Error.self) { try assembler.apply(assembly: Network()) }
      assembler.add(assemblies: [First(), Network()])
      #expect(throws: Assembler.Error.self) { try assembler.assemble() }
    }
    #expect(early.isEmpty)
    expectNotRegistered(String.self, in: assembler.container)
    assembler.add(assembly: Core())
    #expect(try Notes.during { try assembler.assemble() } == order(of: "First", "Core", "Network"))
    #expect(try assembler.container.resolve(String.self) == "1")
  }

  // MARK: Assembling twice

  @Test(arguments: [false, true])
  func `assembling a second time throws an error and runs nothing`(byInitializer: Bool) throws {
    let assembler =
      byInitializer
      ? try Assembler(container: container, assemblies: [First()])
      : Assembler(container: container).add(assembly: First())
    if !byInitializer { try assembler.assemble() }
    let notes = Notes.during {
      let error = #expect(throws: Assembler.Error.self) { try assembler.assemble() }
      #expect(
        error?.description == """
          The assembler has assembled already.
            Remedy: run what came later by `apply(assembly:)`, or by another assembler.
          """)
    }
    #expect(notes.isEmpty)
  }

  @Test @MainActor func `an assembly of the main actor runs on no other thread`() async throws {
    let assembler = Assembler(container: container).add(assembly: Front())
    let text = await Task.detached {
      #expect(throws: Assembler.Error.self) { try assembler.assemble() }?.description
    }.value
    #expect(
      text == """
        Front conforms to Assembly on the main actor only, and was to run outside it.
          Remedy: assemble on the main actor; or let it conform everywhere: `Front: nonisolated Assembly`.
        """)
    try assembler.assemble()
  }

  // MARK: Applying

  @Test func `applying assemblies runs them and their required assemblies at once, step by step`() throws {
    let assembler = Assembler(container: container.makeChild())
    let notes = try Notes.during { try assembler.apply(assemblies: [First(), Network()]) }
    #expect(notes == order(of: "First", "Core", "Network"))
    #expect(try assembler.container.resolve(String.self) == "1")
    // The parent does not see what an assembly registers in a child.
    expectNotRegistered(String.self, in: container)
  }

  @Test func `a required assembly that was assembled, applied or created before is not run again`() throws {
    let assembler = try Assembler(container: Container(), assemblies: [Core()])
    #expect(try Notes.during { try assembler.apply(assembly: Network()) } == order(of: "Network"))
    let other = try Assembler(container: Container(), assemblies: [Network()])
    #expect(try Notes.during { try other.apply(assembly: Feature()) } == order(of: "Feature"))
    let applied = Assembler(container: container)
    try applied.apply(assembly: Core())
    #expect(try Notes.during { try applied.add(assembly: Network()).assemble() } == order(of: "Network"))
    let creating = try Assembler(container: Container(), assemblies: [First()])
    #expect(try Notes.during { try creating.apply(assembly: Network()) } == order(of: "Core", "Network"))
    #expect(try Notes.during { try creating.apply(assembly: Other()) } == order(of: "Other"))
  }

  @Test func `an assembly that is applied inside another one replaces registrations of the outer one`() throws {
    struct Nesting: NotingAssembly {
      func register(in container: Container) throws {
        try container.register(Int.self) { 2 }
        try container.register(Double.self) { resolver in Double(try resolver.resolve(Int.self)) }
        #expect(try container.resolve(Double.self) == 2)
        try Assembler(container: container).apply(assembly: Core())
        #expect(try container.resolve(Double.self) == 1)
      }
    }
    let notes = try Notes.during { try Assembler(container: container, assemblies: [Nesting()]) }
    #expect(
      notes == ["preassemble Nesting", "preloaded Nesting", "assemble Nesting"] + order(of: "Core")
        + ["postAssemble Nesting", "loaded Nesting"])
    #expect(try container.resolve(Double.self) == 1)
  }

  // MARK: Containers of an assembly

  @Test func `a registration with ifRegistered keep is skipped if the container or the assembly has one`() throws {
    try container.register(Int.self) { 1 }
    try container.assemble { container in
      try container.register(Double.self) { 1 }
      try container.register(Double.self, ifRegistered: .keep) { 2 }
      try container.register(Int.self, ifRegistered: .keep) { 2 }
      try container.register(String.self, ifRegistered: .keep) { "default" }
      try container.register(String.self, ifRegistered: .keep) { "too late" }
    }
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(Double.self) == 1)
    #expect(try container.resolve(String.self) == "default")
  }
}

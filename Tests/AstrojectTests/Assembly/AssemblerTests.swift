import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// Notes the hooks of the assemblies of one test.
private enum Notes {
  @TaskLocal static var recorder = Recorder<String>()

  static func note(_ hook: String, of type: Any.Type) { recorder.note("\(hook) \(type)") }

  /// What was noted while something ran.
  static func during(_ body: () throws -> Void) rethrows -> [String] {
    let recorder = Recorder<String>()
    try $recorder.withValue(recorder) { try body() }
    return recorder.events
  }
}

/// An assembly that notes each of its hooks, the deprecated ones too.
private protocol NotingAssembly: Assembly {
  func register(in container: Container) throws
}

extension NotingAssembly {
  func register(in container: Container) throws {}

  func preassemble() throws { Notes.note("preassemble", of: Self.self) }
  @available(*, deprecated)
  func preloaded() throws { Notes.note("preloaded", of: Self.self) }
  func assemble(container: Container) throws {
    Notes.note("assemble", of: Self.self)
    try register(in: container)
  }
  func postAssemble(resolver: Resolver) throws { Notes.note("postAssemble", of: Self.self) }
  @available(*, deprecated)
  func loaded(resolver: Resolver) throws { Notes.note("loaded", of: Self.self) }
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

private struct Other: NotingAssembly {
  static var requiredAssemblies: [any Assembly.Type] { [Network.self] }
}

private struct Hen: NotingAssembly {
  static var requiredAssemblies: [any Assembly.Type] { [Egg.self] }
}

private struct Egg: NotingAssembly {
  static var requiredAssemblies: [any Assembly.Type] { [Nest.self] }
}

private struct Nest: NotingAssembly {
  static var requiredAssemblies: [any Assembly.Type] { [Hen.self] }
}

private struct Selfish: NotingAssembly {
  static var requiredAssemblies: [any Assembly.Type] { [Selfish.self] }
}

private struct Farm: NotingAssembly {
  static var requiredAssemblies: [any Assembly.Type] { [Hen.self] }
}

/// The order of the steps, one by one, of assemblies that run together.
private func order(of types: String...) -> [String] {
  types.flatMap { ["preassemble \($0)", "preloaded \($0)", "assemble \($0)"] }
    + types.flatMap { ["postAssemble \($0)", "loaded \($0)"] }
}

extension Assembler.Error {
  /// The case and the types that it carries.
  fileprivate var text: String {
    switch self {
    case .missingRequiredAssemblies(let missing): "missing: " + missing.map(\.description).joined(separator: " ")
    case .circularRequirement(let path): "circular: " + path.map { "\($0)" }.joined(separator: " ")
    case .alreadyAssembled: "already assembled"
    }
  }
}

@Suite("Assemblies")
struct AssemblerTests {
  // MARK: Order

  @Test("the hooks before come for every assembly, and only then those after")
  func hooks() throws {
    let notes = try Notes.during {
      try Assembler(container: Container()).add(assembly: First()).add(assemblies: [Second()]).assemble()
    }
    #expect(
      notes == [
        "preassemble First", "preloaded First", "assemble First",
        "preassemble Second", "preloaded Second", "assemble Second",
        "postAssemble First", "loaded First",
        "postAssemble Second", "loaded Second",
      ])
  }

  @Test("assemblies without requirements run in the order in which they were added")
  func additionOrder() throws {
    let notes = try Notes.during {
      try Assembler(container: Container()).add(assemblies: [Second(), First()]).add(assembly: Core()).assemble()
    }
    #expect(notes == order(of: "Second", "First", "Core"))
  }

  @Test("an assembler that is made with assemblies assembles at once")
  func atOnce() throws {
    let container = Container()
    let notes = try Notes.during { try Assembler(container: container, assemblies: [Core(), First()]) }
    #expect(notes == order(of: "Core", "First"))
    expectRegistered(Int.self, in: container)
  }

  @Test("an assembler knows its container, and does nothing before it is told to")
  func idle() throws {
    let container = Container()
    let notes = Notes.during {
      let assembler = Assembler(container: container).add(assembly: Core())
      #expect(assembler.container === container)
    }
    #expect(notes.isEmpty)
    expectNotRegistered(Int.self, in: container)
  }

  @Test("what was registered resolves when all has ended, also across assemblies", arguments: Call.allCases)
  func resolves(call: Call) async throws {
    let container = Container()
    try Assembler(container: container, assemblies: [Network()])
    #expect(try await call.resolve(String.self, in: container) == "1")
  }

  @Test("an assembly need only say what it registers")
  func minimal() throws {
    struct Minimal: Assembly {
      func assemble(container: Container) throws { try container.register(Int.self) { 7 } }
    }
    let container = Container()
    try Assembler(container: container, assemblies: [Minimal()])
    #expect(Minimal.requiredAssemblies.isEmpty)
    #expect(try container.resolve(Int.self) == 7)
  }

  @Test("an assembly that is added keeps what it was made with")
  func configured() throws {
    struct Configured: Assembly {
      var value = 0
      func assemble(container: Container) throws { try container.register(Int.self) { [value] in value } }
    }
    let container = Container()
    try Assembler(container: container, assemblies: [Configured(value: 5)])
    #expect(try container.resolve(Int.self) == 5)
  }

  @Test("`postAssemble` resolves what any assembly registered, and the container as it was before")
  func postAssemble() throws {
    struct Early: Assembly {
      func assemble(container: Container) throws {}
      func postAssemble(resolver: Resolver) throws {
        let (text, number) = (try resolver.resolve(String.self), try resolver.resolve(Double.self))
        Notes.recorder.note("\(text) \(number)")
      }
    }
    let container = Container()
    try container.register(Double.self) { 0.5 }
    let notes = try Notes.during { try Assembler(container: container, assemblies: [Early(), Network()]) }
    #expect(notes.contains("1 0.5"))
  }

  @Test("what `postAssemble` built as a singleton is there afterwards")
  func builtInPostAssemble() throws {
    struct Builder: Assembly {
      func assemble(container: Container) throws {
        try container.register(LiveService.self) {
          Notes.recorder.note("built")
          return LiveService()
        }.asSingleton()
      }
      func postAssemble(resolver: Resolver) throws { _ = try resolver.resolve(LiveService.self) }
    }
    let container = Container()
    let notes = try Notes.during {
      try Assembler(container: container, assemblies: [Builder()])
      #expect(try container.resolve(LiveService.self) === container.resolve(LiveService.self))
    }
    #expect(notes == ["built"])
  }

  // MARK: Requirements

  @Test("missing assemblies are made, with those that they require, once, and come before their dependents")
  func missing() throws {
    let notes = try Notes.during { try Assembler(container: Container(), assemblies: [Feature(), Other()]) }
    #expect(notes == order(of: "Core", "Network", "Feature", "Other"))
  }

  @Test("an assembly that was added later comes before the one that requires it, and is not made again")
  func addedLater() throws {
    struct Tagged: NotingAssembly {
      var tag = "made"
      func register(in container: Container) throws { Notes.recorder.note(tag) }
    }
    struct Needy: NotingAssembly {
      static var requiredAssemblies: [any Assembly.Type] { [Tagged.self] }
    }
    let notes = try Notes.during { try Assembler(container: Container(), assemblies: [Needy(), Tagged(tag: "added")]) }
    #expect(
      notes.filter { $0.hasPrefix("assemble") || $0 == "added" || $0 == "made" }
        == ["assemble Tagged", "added", "assemble Needy"])
  }

  /// Registers a number under a name, and notes it.
  private struct Numbered: Assembly {
    var number = 0
    func assemble(container: Container) throws {
      Notes.recorder.note("\(number)")
      try container.register(Int.self, name: "\(number)") { [number] in number }
    }
  }

  @Test("each assembly that is added runs, in order, though there are several of one type")
  func several() throws {
    let container = Container()
    let notes = try Notes.during {
      try Assembler(container: container, assemblies: [Numbered(number: 1), Numbered(number: 2)])
    }
    #expect(notes == ["1", "2"])
    #expect(try (1...2).map { try container.resolve(Int.self, name: "\($0)") } == [1, 2])
    #expect(
      try Notes.during { try Assembler(container: Container(), assemblies: [Core(), Network(), Core()]) }
        == order(of: "Core", "Core", "Network"))
  }

  @Test("every assembly of a required type comes before the one that requires it, and none is made then")
  func severalRequired() throws {
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

  @Test("an object that is added more than once runs once")
  func sameObject() throws {
    final class Counting: Assembly, Sendable {
      let count = Counter()
      func assemble(container: Container) throws { count.increment() }
    }
    let assemblies = [Counting(), Counting()]
    try Assembler(container: Container(), assemblies: assemblies + assemblies)
    #expect(assemblies.map(\.count.value) == [1, 1])
  }

  @Test("assemblies of one type that are applied one after the other all run")
  func severalApplied() throws {
    let assembler = Assembler(container: Container()).add(assembly: Numbered(number: 3))
    let notes = try Notes.during {
      try assembler.apply(assemblies: [Numbered(number: 1), Numbered(number: 2)])
      try assembler.assemble()
    }
    #expect(notes == ["1", "2", "3"])
  }

  @Test("assemblies that require each other are an error with the whole path, and no step runs")
  func cycle() throws {
    let container = Container()
    let notes = Notes.during {
      let error = #expect(throws: Assembler.Error.self) {
        try Assembler(container: container, assemblies: [First(), Farm()])
      }
      #expect(error?.text == "circular: Hen Egg Nest Hen")
    }
    #expect(notes.isEmpty)
  }

  @Test("an assembly that requires itself is such a cycle, too")
  func selfCycle() throws {
    let error = #expect(throws: Assembler.Error.self) {
      try Assembler(container: Container(), assemblies: [Selfish()])
    }
    #expect(error?.text == "circular: Selfish Selfish")
  }

  @Test("a strict assembler reports all that is missing together, each once, and runs no step")
  func strict() throws {
    let container = Container()
    let notes = Notes.during {
      let error = #expect(throws: Assembler.Error.self) {
        try Assembler(
          container: container, assemblies: [First(), Other(), Feature()], initializeMissingAssemblies: false)
      }
      #expect(error?.text == "missing: Network Core")
    }
    #expect(notes.isEmpty)
    expectNotRegistered(Int.self, in: container)
  }

  @Test("a strict assembler is content with what was added, in whatever order")
  func strictAndComplete() throws {
    let notes = try Notes.during {
      try Assembler(
        container: Container(), assemblies: [Network(), Core()], initializeMissingAssemblies: false)
    }
    #expect(notes == order(of: "Core", "Network"))
  }

  @Test("a strict assembler, to which assemblies are added, is strict as well")
  func strictLater() throws {
    let assembler = Assembler(container: Container(), initializeMissingAssemblies: false).add(assembly: Network())
    #expect(throws: Assembler.Error.self) { try assembler.assemble() }
    assembler.add(assembly: Core())
    try assembler.assemble()
    #expect(try assembler.container.resolve(String.self) == "1")
  }

  // MARK: Again

  @Test("to assemble a second time is an error, and runs nothing")
  func twice() throws {
    let assembler = Assembler(container: Container()).add(assembly: First())
    try assembler.assemble()
    let notes = Notes.during {
      let error = #expect(throws: Assembler.Error.self) { try assembler.assemble() }
      #expect(error?.text == "already assembled")
    }
    #expect(notes.isEmpty)
  }

  @Test("an assembler that assembled when it was made does not do so again")
  func twiceAtOnce() throws {
    let assembler = try Assembler(container: Container(), assemblies: [First()])
    #expect(throws: Assembler.Error.self) { try assembler.assemble() }
  }

  // MARK: Applying

  @Test("applying an assembly runs it at once, all its steps, with what it requires")
  func apply() throws {
    let assembler = Assembler(container: Container())
    #expect(try Notes.during { try assembler.apply(assembly: Network()) } == order(of: "Core", "Network"))
    #expect(try assembler.container.resolve(String.self) == "1")
  }

  @Test("applying several runs them together")
  func applySeveral() throws {
    let assembler = Assembler(container: Container())
    #expect(
      try Notes.during { try assembler.apply(assemblies: [First(), Second()]) } == order(of: "First", "Second"))
  }

  @Test("applying after assembling does not make again what has run")
  func applyAfterAssembling() throws {
    let assembler = try Assembler(container: Container(), assemblies: [Core()])
    #expect(try Notes.during { try assembler.apply(assembly: Network()) } == order(of: "Network"))
  }

  @Test("a requirement that one applied assembly made is not made again by the next")
  func applyTwice() throws {
    let assembler = try Assembler(container: Container(), assemblies: [First()])
    #expect(try Notes.during { try assembler.apply(assembly: Network()) } == order(of: "Core", "Network"))
    #expect(try Notes.during { try assembler.apply(assembly: Other()) } == order(of: "Other"))
  }

  @Test("a strict assembler applies strictly")
  func applyStrictly() throws {
    let assembler = Assembler(container: Container(), initializeMissingAssemblies: false)
    #expect(throws: Assembler.Error.self) { try assembler.apply(assembly: Network()) }
    expectNotRegistered(String.self, in: assembler.container)
  }

  @Test("assemblies are applied inside an assembly, and see and replace what it registered before")
  func nested() throws {
    struct Nesting: NotingAssembly {
      func register(in container: Container) throws {
        try container.register(Int.self) { 2 }
        try container.register(Double.self) { resolver in Double(try resolver.resolve(Int.self)) }
        #expect(try container.resolve(Double.self) == 2)
        try Assembler(container: container).apply(assembly: Core())
        #expect(try container.resolve(Double.self) == 1)
      }
    }
    let container = Container()
    let notes = try Notes.during { try Assembler(container: container, assemblies: [Nesting()]) }
    #expect(
      notes == ["preassemble Nesting", "preloaded Nesting", "assemble Nesting"] + order(of: "Core")
        + ["postAssemble Nesting", "loaded Nesting"])
    #expect(try container.resolve(Double.self) == 1)
  }

  // MARK: Containers of an assembly

  @Test("`ifRegistered: .keep` in an assembly looks at the container and at what was registered with it just now")
  func ifAbsent() throws {
    struct Defaults: Assembly {
      func assemble(container: Container) throws {
        try container.register(Double.self) { 1 }
        try container.register(Double.self, ifRegistered: .keep) { 2 }
        try container.register(Int.self, ifRegistered: .keep) { 2 }
        try container.register(String.self, ifRegistered: .keep) { "default" }
        try container.register(String.self, ifRegistered: .keep) { "too late" }
      }
    }
    let container = Container()
    try container.register(Int.self) { 1 }
    try Assembler(container: container, assemblies: [Defaults()])
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(Double.self) == 1)
    #expect(try container.resolve(String.self) == "default")
  }

  @Test("an assembly fills a child, and its parent sees nothing of it")
  func child() throws {
    let parent = Container()
    let child = parent.makeChild()
    try Assembler(container: child, assemblies: [Network()])
    #expect(try child.resolve(String.self) == "1")
    expectNotRegistered(String.self, in: parent)
  }

  @Test("a protected registration is protected against assemblies, too")
  func protected() throws {
    let container = Container()
    try container.register(Int.self, isOverridable: false) { 9 }
    let error = #expect(throws: AstrojectError.self) { try Assembler(container: container, assemblies: [Core()]) }
    #expect(error?.kind == .alreadyRegistered)
    #expect(try container.resolve(Int.self) == 9)
  }

  @Test("what an assembly protects is protected within it and afterwards")
  func protecting() throws {
    struct Protecting: Assembly {
      func assemble(container: Container) throws {
        try container.register(Int.self, isOverridable: false) { 1 }
        #expect(throws: AstrojectError.self) { try container.register(Int.self) { 2 } }
      }
    }
    let container = Container()
    try Assembler(container: container, assemblies: [Protecting()])
    #expect(throws: AstrojectError.self) { try container.register(Int.self) { 3 } }
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test("what was replaced by an assembly is gone afterwards with its instance")
  func replaced() throws {
    let released = Recorder<String>()
    let container = Container()
    try container.register(Int.self) { 9 }.asSingleton().onRelease { released.note("\($0)") }
    #expect(try container.resolve(Int.self) == 9)
    try Assembler(container: container, assemblies: [Core()])
    #expect(released.events == ["9"])
    #expect(try container.resolve(Int.self) == 1)
  }
}

@Suite("An assembler that works in steps")
struct RepeatedAssemblyTests {
  private final class Core: Sendable {}

  private struct CoreAssembly: Assembly {
    func assemble(container: Container) throws { try container.register(Core.self) { Core() }.asSingleton() }
  }

  private struct First: Assembly {
    static var requiredAssemblies: [any Assembly.Type] { [CoreAssembly.self] }
    func assemble(container: Container) throws {}
  }

  private struct Second: Assembly {
    static var requiredAssemblies: [any Assembly.Type] { [CoreAssembly.self] }
    func assemble(container: Container) throws {}
  }

  @Test("makes a required assembly once, though two that are applied one after the other require it")
  func once() throws {
    let container = Container()
    let assembler = try Assembler(container: container, assemblies: [First()])
    let core = try container.resolve(Core.self)
    try assembler.apply(assembly: Second())
    #expect(try container.resolve(Core.self) === core)
  }

  @Test("does not run again, in `assemble`, what was applied before")
  func applied() throws {
    let container = Container()
    let assembler = Assembler(container: container)
    try assembler.apply(assembly: CoreAssembly())
    let core = try container.resolve(Core.self)
    try assembler.add(assembly: First()).assemble()
    #expect(try container.resolve(Core.self) === core)
  }

  @Test("leaves no instance behind that was built of what it has taken back")
  func taintedInstance() throws {
    final class Holder: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    struct Failing: Assembly {
      struct Refusal: Error {}
      func assemble(container: Container) throws {
        try container.register(Int.self) { 2 }
        #expect(try container.resolve(Holder.self).number == 2)
        throw Refusal()
      }
    }
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Holder.self) { resolver in Holder(try resolver.resolve(Int.self)) }.asSingleton()
    #expect(throws: Failing.Refusal.self) { try Assembler(container: container, assemblies: [Failing()]) }
    #expect(try container.resolve(Holder.self).number == 1)
  }
}

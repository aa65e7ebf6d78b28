import Nexus
import AstrojectTesting
import TestSupport
import Testing

private struct Peel: Equatable {
  let color: String
}

private struct Fruit {
  let peel: Peel
}

private struct PeelModule: Module {
  func register(in container: Container) throws {
    try container.register(String.self) { "red" }
    try container.register(initializer: Peel.init(color:))
  }
}

private struct FruitModule: Module {
  func register(in container: Container) throws {
    try container.register(module: PeelModule())
    try container.register(initializer: Fruit.init)
  }
}

private struct SpoiledModule: Module {
  func register(in container: Container) throws {
    try container.register(module: FruitModule())
    try container.register(String.self) { "brown" }
    try container.contribute(Int.self) { 1 }
    throw Objection()
  }
}

/// A module that registers the inner one even though that fails.
private struct ForgivingModule: Module {
  func register(in container: Container) throws {
    try container.register(Double.self) { 1.5 }
    try? container.register(module: SpoiledModule())
  }
}

private struct SlowModule: Module {
  let hasRegistered: Gate
  let mayEnd: Gate
  let whatItSaw: Journal<Bool>

  func register(in container: Container) throws {
    try container.register(module: FruitModule())
    whatItSaw.note(container.isRegistered(Fruit.self))
    whatItSaw.note(try container.resolve(Fruit.self).peel.color == "red")
    hasRegistered.open()
    mayEnd.wait()
  }
}

@Suite("A module")
struct ModuleTests {
  private let container = Container()

  @Test("registers what it has, and what the modules in it have", arguments: Call.allCases)
  func registers(call: Call) async throws {
    try container.register(module: FruitModule())
    #expect(try await call.resolve(Fruit.self, in: container).peel == Peel(color: "red"))
  }

  @Test("that throws registers nothing, nor do the modules in it")
  func throwing() throws {
    #expect(throws: Objection()) { try container.register(module: SpoiledModule()) }
    expectNotRegistered(Fruit.self, in: container)
    expectNotRegistered(Peel.self, in: container)
    expectNotRegistered(String.self, in: container)
    #expect(try container.resolveAll(Int.self) == [])
  }

  @Test("that throws leaves what it had replaced, with its instance", arguments: Call.allCases)
  func restoring(call: Call) async throws {
    final class Engine { init() {} }
    struct EngineModule: Module {
      func register(in container: Container) throws {
        try container.register(initializer: Engine.init).asTransient()
        throw Objection()
      }
    }
    try container.register(initializer: Engine.init).asSingleton()
    let engine = try await call.resolve(Engine.self, in: container)
    #expect(throws: Objection()) { try container.register(module: EngineModule()) }
    #expect(try await call.resolve(Engine.self, in: container) === engine)
  }

  @Test("in another one registers nothing if it throws, though the other goes on")
  func nested() throws {
    try container.register(module: ForgivingModule())
    #expect(try container.resolve(Double.self) == 1.5)
    expectNotRegistered(Fruit.self, in: container)
    expectNotRegistered(String.self, in: container)
  }

  @Test("in one that throws after it registers nothing either")
  func outer() throws {
    struct OuterModule: Module {
      func register(in container: Container) throws {
        try container.register(module: FruitModule())
        guard container.isRegistered(Fruit.self) else { return }
        throw Objection()
      }
    }
    #expect(throws: Objection()) { try container.register(module: OuterModule()) }
    expectNotRegistered(Fruit.self, in: container)
  }

  @Test("that throws because of a protected registration says so")
  func protected() throws {
    try container.register(String.self, isOverridable: false) { "green" }
    let error = #expect(throws: AstrojectError.self) { try container.register(module: FruitModule()) }
    #expect(error?.kind == .alreadyRegistered)
    expectNotRegistered(Peel.self, in: container)
  }

  @Test("is seen by itself at once, and by other threads when it has ended")
  func visibility() async throws {
    let (hasRegistered, mayEnd) = (Gate(), Gate())
    let whatItSaw = Journal<Bool>()
    let container = container
    async let done: Void = onThread {
      try container.register(
        module: SlowModule(hasRegistered: hasRegistered, mayEnd: mayEnd, whatItSaw: whatItSaw))
    }
    await hasRegistered.pass()
    expectNotRegistered(Fruit.self, in: container)
    await Call.synchronous.expectResolveThrows(Fruit.self, in: container, .noRegistrationFound)
    mayEnd.open()
    try await done
    #expect(whatItSaw.entries == [true, true])
    #expect(try await container.resolve(Fruit.self).peel.color == "red")
  }

  @Test("is refused by a child whose work has ended, as a check and a discovery are, though they would add nothing")
  func endedChild() async throws {
    struct EmptyModule: Module {
      func register(in container: Container) {}
    }
    let child = try await Container().withChild(named: "request") { child in child }
    let calls: [() throws -> Void] = [
      { try child.register(module: EmptyModule()) },
      { try child.validate() },
      { try child.registerDiscovered(where: { _ in false }) },
    ]
    for call in calls {
      let error = #expect(throws: AstrojectError.self) { try call() }
      #expect(error?.kind == .containerReleased)
    }
  }

  @Test("registers nothing where a duplicate is an error, and it registers one", arguments: [true, false])
  func duplicate(isWithin: Bool) throws {
    struct TwiceModule: Module {
      func register(in container: Container) throws {
        try container.register(module: FruitModule())
        try container.register(module: PeelModule())
      }
    }
    let container = Container(ifRegistered: .fail)
    if !isWithin { try container.register(String.self) { "green" } }
    let error = #expect(throws: AstrojectError.self) {
      if isWithin {
        try container.register(module: TwiceModule())
      } else {
        try container.register(module: FruitModule())
      }
    }
    #expect(error?.kind == .duplicateRegistration)
    expectNotRegistered(Fruit.self, in: container)
    expectNotRegistered(Peel.self, in: container)
    #expect(try container.resolveOptional(String.self) == (isWithin ? nil : "green"))
  }
}

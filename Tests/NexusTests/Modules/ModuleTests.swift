import TestSupport
import Testing

private struct Peel: Equatable { let color: String }

private struct Fruit { let peel: Peel }

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

/// Registers the inner module and ignores its error.
private struct ForgivingModule: Module {
  func register(in container: Container) throws {
    try container.register(Double.self) { 1.5 }
    try? container.register(module: SpoiledModule())
  }
}

private struct SlowModule: Module {
  let hasRegistered: Gate
  let mayEnd: Gate
  let whatItSaw: Recorder<Bool>

  func register(in container: Container) throws {
    try container.register(module: FruitModule())
    whatItSaw.note(container.isRegistered(Fruit.self))
    whatItSaw.note(try container.resolve(Fruit.self).peel.color == "red")
    hasRegistered.open()
    mayEnd.wait()
  }
}

@Suite("A module", .ownThreads)
struct ModuleTests {
  private let container = Container()

  @Test func `a module that throws registers nothing, and neither do the modules nested in it`() throws {
    #expect(throws: Objection()) { try container.register(module: SpoiledModule()) }
    expectNotRegistered(Fruit.self, in: container)
    expectNotRegistered(Peel.self, in: container)
    expectNotRegistered(String.self, in: container)
    #expect(try container.resolveAll(Int.self) == [])
  }

  @Test func `a nested module that throws registers nothing, though the outer module succeeds`() throws {
    try container.register(module: ForgivingModule())
    #expect(try container.resolve(Double.self) == 1.5)
    expectNotRegistered(Fruit.self, in: container)
    expectNotRegistered(String.self, in: container)
  }

  @Test func `a module sees its registrations and nested ones at once, other threads only after it has ended`()
    async throws
  {
    let (hasRegistered, mayEnd) = (Gate(), Gate())
    let whatItSaw = Recorder<Bool>()
    async let done: Void = onThread {
      try container.register(module: SlowModule(hasRegistered: hasRegistered, mayEnd: mayEnd, whatItSaw: whatItSaw))
    }
    await hasRegistered.pass()
    expectNotRegistered(Fruit.self, in: container)
    await Call.synchronous.expectResolveThrows(Fruit.self, in: container, .noRegistrationFound)
    mayEnd.open()
    try await done
    #expect(whatItSaw.events == [true, true])
    #expect(try await container.resolve(Fruit.self).peel.color == "red")
  }

  @Test func `an ended child container rejects a module, a validation and a discovery`() async throws {
    struct EmptyModule: Module { func register(in container: Container) {} }
    let child = try await Container().withChild(named: "request") { child in child }
    let calls: [() throws -> Void] = [
      { try child.register(module: EmptyModule()) },
      { try child.validate() },
      { try child.registerDiscovered(where: { _ in false }) },
    ]
    for call in calls { expectThrows(.containerReleased) { try call() } }
  }
}

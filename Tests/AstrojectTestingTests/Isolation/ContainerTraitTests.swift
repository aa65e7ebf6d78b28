import AstrojectTesting
import TestSupport
import Testing

@Suite("A trait gives a test its container")
struct ContainerTraitTests {
  private static let seen = Guarded<[ObjectIdentifier: Container]>([:])

  @Test(
    "each of 200 parallel cases sees its own container, also in the tasks that it starts",
    .container(App.make), arguments: 0..<200)
  func cases(number: Int) async throws {
    let container = Container.current
    // Those that were seen are held, so that no address comes back.
    let same = Self.seen.withLock { $0.updateValue(container, forKey: ObjectIdentifier(container)) }
    #expect(same == nil)
    try container.register(Int.self) { number }.asSingleton()
    for _ in 0..<5 {
      await Task.yield()
      #expect(try await Container.current.resolve(Int.self) == number)
    }
    let inTask = try await Task { try await Container.current.resolve(Int.self) }.value
    #expect(inTask == number)
    async let inChild = Container.current
    #expect(await inChild === container)
  }

  @Test("an asynchronous function makes it", .container(App.makeLater))
  func asynchronousMake() throws {
    #expect(try Container.current.resolve((any Client).self).address == LiveClient().address)
  }

  @Test("a function of the main actor makes it", .container(App.makeOnMain))
  func mainActorMake() throws {
    #expect(try Container.current.resolve((any Client).self).address == LiveClient().address)
  }

  @Test("a closure makes it", .container { try Container { try $0.register(Int.self) { 5 } } })
  func closure() throws {
    #expect(try Container.current.resolve(Int.self) == 5)
  }

  @MainActor
  @Test("a test of the main actor has it", .container(App.make))
  func onMainActor() throws {
    #expect(try Container.current.resolve(Int.self) == 1)
  }

  @Test(
    "it has other registrations in the place of some",
    .container(overriding: App.make) { try $0.replace((any Client).self) { MockClient() } })
  func overriding() throws {
    #expect(try Container.current.resolve((any Client).self).address == "mock")
    #expect(try Container.current.resolve(Int.self) == 1)
  }

  @Test(
    "a later trait refines what an earlier one gives",
    .container(App.make),
    .overriding { try $0.replace((any Client).self) { MockClient() } })
  func refining() throws {
    #expect(try Container.current.resolve((any Client).self).address == "mock")
  }

  @Test("a test without one has none")
  func none() {
    #expect(!Container.current.isRegistered((any Client).self))
  }
}

@Suite("A suite's trait gives each test its container", .container(App.make))
struct ContainerSuiteTraitTests {
  private static let seen = Guarded<[ObjectIdentifier: Container]>([:])

  static func isNew(_ container: Container) -> Bool {
    seen.withLock { $0.updateValue(container, forKey: ObjectIdentifier(container)) } == nil
  }

  @Test("each case has one of its own", arguments: 0..<20)
  func inherited(number: Int) throws {
    #expect(Self.isNew(Container.current))
    #expect(try Container.current.resolve((any Client).self).address == LiveClient().address)
  }

  @Test("a test refines it", .overriding { try $0.replace((any Client).self) { MockClient() } }, arguments: 0..<20)
  func refined(number: Int) throws {
    #expect(Self.isNew(Container.current))
    #expect(try Container.current.resolve((any Client).self).address == "mock")
    #expect(try Container.current.resolve(Int.self) == 1)
  }

  @Test("a test has another one instead", .container { try Container { try $0.register(Int.self) { 7 } } })
  func replaced() throws {
    #expect(!Container.current.isRegistered((any Client).self))
    #expect(try Container.current.resolve(Int.self) == 7)
  }

  @Suite("a suite in it refines it", .overriding { try $0.replace((any Client).self) { MockClient() } })
  struct Nested {
    @Test("its tests inherit both")
    func inherited() throws {
      #expect(ContainerSuiteTraitTests.isNew(Container.current))
      #expect(try Container.current.resolve((any Client).self).address == "mock")
      #expect(try Container.current.resolve(Int.self) == 1)
    }

    @Test("its tests refine it once more", .overriding { try $0.replace(Int.self) { 9 } })
    func refined() throws {
      #expect(try Container.current.resolve((any Client).self).address == "mock")
      #expect(try Container.current.resolve(Int.self) == 9)
    }
  }
}

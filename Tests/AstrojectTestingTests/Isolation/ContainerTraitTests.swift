import TestSupport
import Testing

struct ContainerTraitTests {
  @Test(.container(App.make), arguments: 0..<200)
  func `each of 200 parallel cases sees its own container, also in the tasks that it starts`(number: Int) async throws {
    let container = Container.current
    #expect(ContainerSuiteTraitTests.isNew(container))
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

  @Test(.container(App.makeLater))
  func `a container trait takes an asynchronous function`() throws {
    #expect(try Container.current.resolve((any Client).self).address == LiveClient().address)
  }

  @Test(.container(App.makeOnMain))
  func `a container trait takes a main-actor function`() throws {
    #expect(try Container.current.resolve((any Client).self).address == LiveClient().address)
  }

  @MainActor
  @Test(.container(App.make))
  func `a main-actor test sees the container of its trait`() throws {
    #expect(try Container.current.resolve(Int.self) == 1)
  }

  @Test(.container(overriding: App.make) { try $0.replace((any Client).self) { MockClient() } })
  func `a container trait with overrides replaces only the overridden registrations`() throws {
    #expect(try Container.current.resolve((any Client).self).address == "mock")
    #expect(try Container.current.resolve(Int.self) == 1)
  }

  @Test func `a test without a container trait sees no registrations of other tests`() {
    #expect(!Container.current.isRegistered((any Client).self))
  }
}

@Suite("Container traits of suites", .container(App.make))
struct ContainerSuiteTraitTests {
  private static let seen = Guarded<[ObjectIdentifier: Container]>([:])

  /// Returns true once for each container, which is retained, so that no address is used again.
  static func isNew(_ container: Container) -> Bool {
    seen.withLock { $0.updateValue(container, forKey: ObjectIdentifier(container)) } == nil
  }

  @Test(arguments: 0..<20)
  func `each case of a test gets its own container from the trait of the suite`(number: Int) throws {
    #expect(Self.isNew(Container.current))
    #expect(try Container.current.resolve((any Client).self).address == LiveClient().address)
  }

  @Test(.overriding { try $0.replace((any Client).self) { MockClient() } }, arguments: 0..<20)
  func `an overriding trait of a test refines the suite's container in each case`(number: Int) throws {
    #expect(Self.isNew(Container.current))
    #expect(try Container.current.resolve((any Client).self).address == "mock")
    #expect(try Container.current.resolve(Int.self) == 1)
  }

  @Test(.container { try Container { try $0.register(Int.self) { 7 } } })
  func `a container trait of a test replaces the suite's container`() throws {
    #expect(!Container.current.isRegistered((any Client).self))
    #expect(try Container.current.resolve(Int.self) == 7)
  }

  @Suite("Overriding traits of nested suites", .overriding { try $0.replace((any Client).self) { MockClient() } })
  struct Nested {
    @Test func `a test of a nested suite inherits the outer container and the nested overrides`() throws {
      #expect(ContainerSuiteTraitTests.isNew(Container.current))
      #expect(try Container.current.resolve((any Client).self).address == "mock")
      #expect(try Container.current.resolve(Int.self) == 1)
    }

    @Test(.overriding { try $0.replace(Int.self) { 9 } })
    func `a test of a nested suite adds overrides to the inherited ones`() throws {
      #expect(try Container.current.resolve((any Client).self).address == "mock")
      #expect(try Container.current.resolve(Int.self) == 9)
    }
  }
}

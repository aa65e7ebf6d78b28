import Nexus
import AstrojectTesting
import TestSupport
import Testing

private protocol Store: AnyObject { var path: String { get } }

private final class Disk: Store, @unchecked Sendable {
  let path: String
  var reader: Reader?
  init(path: String) { self.path = path }
}

private final class Reader {
  let disk: Disk
  init(_ disk: Disk) { self.disk = disk }
}

private final class Listener: Behavior {
  let events: Journal<String>
  init(_ events: Journal<String>) { self.events = events }

  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) { events.note("registered \(type)") }

  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) { events.note("resolved \(type)") }

  func didFail<Product>(type: Product.Type, to container: Container, with name: String?, error: AstrojectError) {
    events.note("failed \(type)")
  }
}

private struct DiskAssembly: Assembly {
  init() {}
  func assemble(container: Container) throws {
    try container.register(String.self) { "/assembled" }
    try container.register((any Store).self, initializer: Disk.init(path:)).asSingleton()
  }
}

@Suite("Modifiers of a registration by initializer")
struct InitializerModifierTests {
  private let container: Container

  init() throws {
    container = Container()
    try container.register(String.self) { "/disk" }
  }

  // MARK: Scopes

  @Test(arguments: Call.allCases)
  func `a graph-scoped initializer builds one instance for each resolve`(call: Call) async throws {
    struct Pair { let disk: Disk, reader: Reader }
    try container.register(initializer: Disk.init)
    try container.register(initializer: Reader.init)
    try container.register(initializer: Pair.init)
    let pair = try await call.resolve(Pair.self, in: container)
    #expect(pair.disk === pair.reader.disk)
    #expect(try await call.resolve(Disk.self, in: container) !== pair.disk)
  }

  @Test(arguments: Call.allCases)
  func `a transient initializer builds a new instance for each parameter of a tree`(call: Call) async throws {
    struct Pair { let disk: Disk, reader: Reader }
    try container.register(initializer: Disk.init).asTransient()
    try container.register(initializer: Reader.init)
    try container.register(initializer: Pair.init)
    let pair = try await call.resolve(Pair.self, in: container)
    #expect(pair.disk !== pair.reader.disk)
  }

  @Test(arguments: Call.allCases)
  func `releaseAll releases a disposable singleton, and a plain singleton stays cached`(call: Call) async throws {
    try container.register(initializer: Disk.init).asSingleton()
    try container.register(initializer: Reader.init).asDisposableSingleton()
    let reader = try await call.resolve(Reader.self, in: container)
    #expect(try await call.resolve(Reader.self, in: container) === reader)
    await container.releaseAll()
    let other = try await call.resolve(Reader.self, in: container)
    #expect(other !== reader)
    #expect(other.disk === reader.disk)
  }

  @Test(arguments: Call.allCases)
  func `a weak registration builds one instance while a caller holds it`(call: Call) async throws {
    let builds = Counter()
    try container.register(initializer: Disk.init).asWeak().afterInit { _, _ in builds.increment() }
    await call.expectSameInstance(Disk.self, in: container)
    #expect(builds.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `a scope to a container name caches in the nearest container of that name`(call: Call) async throws {
    try container.register(initializer: Disk.init).asScoped(to: "request")
    let request = container.makeChild(named: "request")
    let inner = request.makeChild()
    await call.expectSameInstance(Disk.self, in: inner, and: request)
    await call.expectResolveThrows(Disk.self, in: container, .containerNotFound)
  }

  // MARK: Hooks

  @Test(arguments: Call.allCases)
  func `afterInit of an initializer runs once per instance and may resolve a dependent`(call: Call) async throws {
    try container.register(initializer: Reader.init)
    try container.register(initializer: Disk.init).asSingleton()
      .afterInit { resolver, disk in disk.reader = try resolver.resolve(Reader.self) }
    let disk = try await call.resolve(Disk.self, in: container)
    #expect(disk.reader?.disk === disk)
    disk.reader = nil
    #expect(try await call.resolve(Disk.self, in: container).reader == nil)
  }

  @Test func `a synchronous resolve throws if an initializer has an asynchronous afterInit`() async throws {
    let runs = Counter()
    try container.register(initializer: Disk.init).afterInit { _, _ in
      await Task.yield()
      runs.increment()
    }
    await Call.synchronous.expectResolveThrows(Disk.self, in: container, .asynchronousFactory)
    _ = try await container.resolve(Disk.self)
    #expect(runs.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `onRelease runs when an instance is released and when its container is shut down`(call: Call) async throws {
    let released = Journal<String>()
    try container.register(initializer: Disk.init).asDisposableSingleton().onRelease { released.note($0.path) }
    _ = try await call.resolve(Disk.self, in: container)
    #expect(released.entries.isEmpty)
    await container.release(Disk.self)
    #expect(released.entries == ["/disk"])
    _ = try await call.resolve(Disk.self, in: container)
    try await container.shutdown()
    #expect(released.entries == ["/disk", "/disk"])
  }

  @Test(arguments: Call.allCases)
  func `bootstrap builds only eager instances, and their dependencies first`(call: Call) async throws {
    let built = Journal<String>()
    try container.register(initializer: Reader.init).asSingleton().eager().afterInit { _, _ in built.note("reader") }
    try container.register(initializer: Disk.init).asSingleton().eager().afterInit { _, _ in built.note("disk") }
    try container.register(name: "idle", initializer: Disk.init).asSingleton().afterInit { _, _ in built.note("idle") }
    try await call.bootstrap(container)
    #expect(built.entries == ["disk", "reader"])
  }

  @Test func `only an awaited bootstrap builds an eager instance with an asynchronous dependency`() async throws {
    try container.register(String.self) {
      await Task.yield()
      return "/late"
    }
    try container.register(initializer: Disk.init).asSingleton().eager()
    let error = await Call.synchronous.error { try await $0.bootstrap(container) }
    #expect(error?.kind == .bootstrapFailed)
    try await container.bootstrap()
    #expect(try synchronously { try container.resolve(Disk.self) }.path == "/late")
  }

  // MARK: Keys

  @Test(arguments: Call.allCases)
  func `a registration by initializer implements other types, or throws typeMismatch`(call: Call) async throws {
    try container.register(initializer: Disk.init).asSingleton().implements((any Store).self)
      .implements(AnyObject.self) { $0 }
    let store = try await call.resolve((any Store).self, in: container)
    #expect(try await call.resolve(Disk.self, in: container) === store)
    #expect(try await call.resolve(AnyObject.self, in: container) === store)
    try container.register(initializer: Reader.init).implements((any Store).self)
    await call.expectResolveThrows((any Store).self, in: container, .typeMismatch)
  }

  @Test(arguments: Call.allCases)
  func `a registration by initializer is found only by its name or its key`(call: Call) async throws {
    try container.register(name: "named", initializer: Disk.init, with: .value("/named"))
    try container.register(key: 42, initializer: Disk.init, with: .value("/keyed"))
    try container.register((any Store).self, name: "both", initializer: Disk.init)
    #expect(try await call.resolve(Disk.self, name: "named", in: container).path == "/named")
    #expect(try await call.resolve(Disk.self, key: 42, in: container).path == "/keyed")
    #expect(try await call.resolve((any Store).self, name: "both", in: container).path == "/disk")
    expectNotRegistered(Disk.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `a registration by initializer replaces an earlier one unless that is protected`(call: Call) async throws {
    try container.register(initializer: Disk.init, with: .value("/first"))
    try container.register(isOverridable: false, initializer: Disk.init, with: .value("/second"))
    #expect(try await call.resolve(Disk.self, in: container).path == "/second")
    let error = #expect(throws: AstrojectError.self) { try container.register(initializer: Disk.init) }
    #expect(error?.kind == .alreadyRegistered)
    #expect(try await call.resolve(Disk.self, in: container).path == "/second")
  }

  @Test(arguments: Call.allCases)
  func `the keep policy leaves an existing registration by initializer unchanged`(call: Call) async throws {
    try container.register(ifRegistered: .keep, initializer: Disk.init, with: .value("/first")).asSingleton()
    try container.register(ifRegistered: .keep, initializer: Disk.init, with: .value("/second")).asTransient()
      .implements((any Store).self)
    try container.register(name: "other", ifRegistered: .keep, initializer: Disk.init)
    let disk = try await call.resolve(Disk.self, in: container)
    #expect(disk.path == "/first")
    #expect(try await call.resolve(Disk.self, in: container) === disk)
    expectNotRegistered((any Store).self, in: container)
    #expect(try await call.resolve(Disk.self, name: "other", in: container).path == "/disk")
  }

  // MARK: Collections

  @Test(arguments: Call.allCases)
  func `resolveAll collects contributions and registrations in order, each by its scope`(call: Call) async throws {
    try container.contribute(initializer: Injection(Disk.init, with: .value("/1"))).asSingleton()
    try container.register(name: "two", initializer: Disk.init, with: .value("/2"))
    try container.contribute(initializer: Injection(Disk.init, with: .value("/3"))).asTransient()
    let first = try await call.resolveAll(Disk.self, in: container)
    let second = try await call.resolveAll(Disk.self, in: container)
    #expect(first.map(\.path) == ["/1", "/2", "/3"])
    #expect(zip(first, second).map { $0 === $1 } == [true, false, false])
    expectNotRegistered(Disk.self, in: container)
  }

  // MARK: Assemblies and behaviors

  @Test(arguments: Call.allCases)
  func `an assembly registers a singleton by initializer`(call: Call) async throws {
    try Assembler(container: container).add(assembly: DiskAssembly()).assemble()
    let store = try await call.resolve((any Store).self, in: container)
    #expect(store.path == "/assembled")
    #expect(try await call.resolve((any Store).self, in: container) === store)
  }

  @Test(arguments: Call.allCases)
  func `a behavior is notified when an initializer is registered, resolved or fails`(call: Call) async throws {
    let events = Journal<String>()
    container.add(Listener(events))
    try container.register(initializer: Disk.init)
    _ = try await call.resolve(Disk.self, in: container)
    _ = try await call.resolve(Disk.self, arguments: "/given", in: container)
    _ = await call.error { try await $0.resolve(Disk.self, arguments: 5, in: container) }
    // A class may have hidden properties that take the argument, so it is built before the argument is refused.
    #expect(
      events.entries == [
        "registered Disk", "resolved String", "resolved Disk", "resolved Disk", "resolved String", "failed Disk",
      ])
  }
}

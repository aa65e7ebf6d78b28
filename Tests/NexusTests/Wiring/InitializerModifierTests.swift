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

@Suite("A registration by initializer is like one by closure:")
struct InitializerModifierTests {
  private let container: Container

  init() throws {
    container = Container()
    try container.register(String.self) { "/disk" }
  }

  // MARK: Scopes

  @Test("a graph has one instance, and each resolve another", arguments: Call.allCases)
  func graph(call: Call) async throws {
    struct Pair { let disk: Disk, reader: Reader }
    try container.register(initializer: Disk.init)
    try container.register(initializer: Reader.init)
    try container.register(initializer: Pair.init)
    let pair = try await call.resolve(Pair.self, in: container)
    #expect(pair.disk === pair.reader.disk)
    #expect(try await call.resolve(Disk.self, in: container) !== pair.disk)
  }

  @Test("a transient one is new each time, within a graph too", arguments: Call.allCases)
  func transient(call: Call) async throws {
    struct Pair { let disk: Disk, reader: Reader }
    try container.register(initializer: Disk.init).asTransient()
    try container.register(initializer: Reader.init)
    try container.register(initializer: Pair.init)
    let pair = try await call.resolve(Pair.self, in: container)
    #expect(pair.disk !== pair.reader.disk)
  }

  @Test("a singleton is the same always, a disposable one until it is released", arguments: Call.allCases)
  func singletons(call: Call) async throws {
    try container.register(initializer: Disk.init).asSingleton()
    try container.register(initializer: Reader.init).asDisposableSingleton()
    let reader = try await call.resolve(Reader.self, in: container)
    #expect(try await call.resolve(Reader.self, in: container) === reader)
    await container.releaseAll()
    let other = try await call.resolve(Reader.self, in: container)
    #expect(other !== reader)
    #expect(other.disk === reader.disk)
  }

  @Test("a weak one lives as long as somebody holds it", arguments: Call.allCases)
  func weak(call: Call) async throws {
    let builds = Counter()
    try container.register(initializer: Disk.init).asWeak().afterInit { _, _ in builds.increment() }
    await call.expectSameInstance(Disk.self, in: container)
    #expect(builds.value == 1)
  }

  @Test("the container's one is the nearest container's of a name", arguments: Call.allCases)
  func container(call: Call) async throws {
    try container.register(initializer: Disk.init).asScoped(to: "request")
    let request = container.makeChild(named: "request")
    let inner = request.makeChild()
    await call.expectSameInstance(Disk.self, in: inner, and: request)
    await call.expectResolveThrows(Disk.self, in: container, .containerNotFound)
  }

  // MARK: Hooks

  @Test("`afterInit` runs once for each instance, and may wire what needs it", arguments: Call.allCases)
  func afterInit(call: Call) async throws {
    try container.register(initializer: Reader.init)
    try container.register(initializer: Disk.init).asSingleton()
      .afterInit { resolver, disk in disk.reader = try resolver.resolve(Reader.self) }
    let disk = try await call.resolve(Disk.self, in: container)
    #expect(disk.reader?.disk === disk)
    disk.reader = nil
    #expect(try await call.resolve(Disk.self, in: container).reader == nil)
  }

  @Test("an asynchronous `afterInit` makes it asynchronous")
  func asynchronousAfterInit() async throws {
    let runs = Counter()
    try container.register(initializer: Disk.init).afterInit { _, _ in
      await Task.yield()
      runs.increment()
    }
    await Call.synchronous.expectResolveThrows(Disk.self, in: container, .asynchronousFactory)
    _ = try await container.resolve(Disk.self)
    #expect(runs.value == 1)
  }

  @Test("`onRelease` runs when the instance is let go", arguments: Call.allCases)
  func onRelease(call: Call) async throws {
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

  @Test("`bootstrap` builds the eager ones in order, with what they need", arguments: Call.allCases)
  func eager(call: Call) async throws {
    let built = Journal<String>()
    try container.register(initializer: Reader.init).asSingleton().eager().afterInit { _, _ in built.note("reader") }
    try container.register(initializer: Disk.init).asSingleton().eager().afterInit { _, _ in built.note("disk") }
    try container.register(name: "idle", initializer: Disk.init).asSingleton().afterInit { _, _ in built.note("idle") }
    try await call.bootstrap(container)
    #expect(built.entries == ["disk", "reader"])
  }

  @Test("`bootstrap` with `await` builds what has to be awaited, and without reports it")
  func eagerAwaited() async throws {
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

  @Test("it answers for what it implements, checked by the compiler or when resolved", arguments: Call.allCases)
  func implements(call: Call) async throws {
    try container.register(initializer: Disk.init).asSingleton().implements((any Store).self)
      .implements(AnyObject.self) { $0 }
    let store = try await call.resolve((any Store).self, in: container)
    #expect(try await call.resolve(Disk.self, in: container) === store)
    #expect(try await call.resolve(AnyObject.self, in: container) === store)
    try container.register(initializer: Reader.init).implements((any Store).self)
    await call.expectResolveThrows((any Store).self, in: container, .typeMismatch)
  }

  @Test("it is found by its name and by its key", arguments: Call.allCases)
  func keys(call: Call) async throws {
    try container.register(name: "named", initializer: Disk.init, with: .value("/named"))
    try container.register(key: 42, initializer: Disk.init, with: .value("/keyed"))
    try container.register((any Store).self, name: "both", initializer: Disk.init)
    #expect(try await call.resolve(Disk.self, name: "named", in: container).path == "/named")
    #expect(try await call.resolve(Disk.self, key: 42, in: container).path == "/keyed")
    #expect(try await call.resolve((any Store).self, name: "both", in: container).path == "/disk")
    expectNotRegistered(Disk.self, in: container)
  }

  @Test("the latest takes precedence, unless an earlier one is protected", arguments: Call.allCases)
  func overriding(call: Call) async throws {
    try container.register(initializer: Disk.init, with: .value("/first"))
    try container.register(isOverridable: false, initializer: Disk.init, with: .value("/second"))
    #expect(try await call.resolve(Disk.self, in: container).path == "/second")
    let error = #expect(throws: AstrojectError.self) { try container.register(initializer: Disk.init) }
    #expect(error?.kind == .alreadyRegistered)
    #expect(try await call.resolve(Disk.self, in: container).path == "/second")
  }

  @Test("`ifRegistered: .keep` leaves what is there", arguments: Call.allCases)
  func ifAbsent(call: Call) async throws {
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

  @Test("contributions and registrations are collected in order, each with its scope", arguments: Call.allCases)
  func collections(call: Call) async throws {
    try container.contribute(initializer: Disk.init, with: .value("/1")).asSingleton()
    try container.register(name: "two", initializer: Disk.init, with: .value("/2"))
    try container.contribute(Disk.self, initializer: Disk.init, with: .value("/3")).asTransient()
    let first = try await call.resolveAll(Disk.self, in: container)
    let second = try await call.resolveAll(Disk.self, in: container)
    #expect(first.map(\.path) == ["/1", "/2", "/3"])
    #expect(zip(first, second).map { $0 === $1 } == [true, false, false])
    expectNotRegistered(Disk.self, in: container)
  }

  // MARK: Around it

  @Test("an assembly registers it", arguments: Call.allCases)
  func assembly(call: Call) async throws {
    try Assembler(container: container).add(assembly: DiskAssembly()).assemble()
    let store = try await call.resolve((any Store).self, in: container)
    #expect(store.path == "/assembled")
    #expect(try await call.resolve((any Store).self, in: container) === store)
  }

  @Test("a behavior hears of it, with and without arguments", arguments: Call.allCases)
  func behavior(call: Call) async throws {
    let events = Journal<String>()
    container.add(Listener(events))
    try container.register(initializer: Disk.init)
    _ = try await call.resolve(Disk.self, in: container)
    _ = try await call.resolve(Disk.self, arguments: "/given", in: container)
    _ = await call.error { try await $0.resolve(Disk.self, arguments: 5, in: container) }
    // A class may have properties that its superclass does not show, so that it is made before the argument is refused.
    #expect(
      events.entries == [
        "registered Disk", "resolved String", "resolved Disk", "resolved Disk", "resolved String", "failed Disk",
      ])
  }
}

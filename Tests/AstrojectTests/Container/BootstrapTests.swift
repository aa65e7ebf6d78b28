import TestSupport
import Testing

struct BootstrapTests {
  private let container = Container()
  private let builds = Counter()
  private let log = Recorder<String>()

  /// Registers a text that notes its name when it is built.
  private func register(_ name: String, in container: Container? = nil) throws -> Registration<String> {
    try (container ?? self.container).register(String.self, name: name) { [log] in
      log.note(name)
      return name
    }.asSingleton()
  }

  @Test(arguments: Call.allCases)
  func `bootstrap builds only the eager registrations, each once, in order of registration`(call: Call) async throws {
    try register("a").eager()
    _ = try register("idle")
    try container.register(Int.self) { throw Refusal() }
    try register("b").eager().asSingleton()
    try register("c").asDisposableSingleton().eager()
    #expect(log.events.isEmpty)
    try await call.bootstrap(container)
    #expect(log.events == ["a", "b", "c"])
    _ = try await call.resolve(String.self, name: "a", in: container)
    try await call.bootstrap(container)
    #expect(log.events == ["a", "b", "c"])
  }

  @Test(arguments: Call.allCases)
  func `bootstrap builds an eager dependency once when another eager factory resolves it`(call: Call) async throws {
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }.asSingleton().eager()
    try container.register(Int.self) { builds.increment() }.asSingleton().eager()
    try await call.bootstrap(container)
    #expect(builds.value == 1)
    #expect(try await call.resolve(String.self, in: container) == "1")
  }

  @Test(arguments: Call.allCases)
  func `bootstrap reports all failures in one error and builds the other eager registrations`(call: Call) async throws {
    try container.register(String.self) { throw Refusal(reason: "String") }.asSingleton().eager()
    try register("a").eager()
    try container.register(Int.self) { resolver in Int(try resolver.resolve(Double.self)) }.asSingleton().eager()
    // It fails only where it is not awaited.
    try container.register(Bool.self) { await later(true) }.asSingleton().eager()
    let error = await call.expectError(.bootstrapFailed) { try await $0.bootstrap(container) }
    let failures = error?.failures ?? []
    let all: [(key: String, kind: AstrojectError.Kind?)] = [
      ("String", .factoryFailed), ("Int", .noRegistrationFound), ("Bool", .asynchronousFactory),
    ]
    let expected = all.prefix(call.isAwaiting ? 2 : 3)
    #expect(failures.map(\.key.description) == expected.map(\.key))
    #expect(failures.map { ($0.underlyingError as? AstrojectError)?.kind } == expected.map(\.kind))
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "String"))
    #expect(log.events == ["a"])
  }

  @Test func `bootstrap awaits asynchronous and main-actor factories`() async throws {
    try container.register(String.self) {
      await Task.yield()
      log.note("asynchronous")
      return ""
    }.asSingleton().eager()
    try container.register(Int.self) { @MainActor in
      MainActor.preconditionIsolated()
      log.note("main actor")
      return 1
    }.asSingleton().eager()
    try await container.bootstrap()
    #expect(log.events == ["asynchronous", "main actor"])
  }

  @Test(arguments: Call.allCases)
  func `bootstrap builds an eager registration that a forwarding shadows`(call: Call) async throws {
    try container.register((any Service).self) { builds.count(LiveService()) }.asSingleton().eager()
    try container.register(OtherService.self) { OtherService() }.implements((any Service).self)
    try await call.bootstrap(container)
    #expect(builds.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `bootstrap builds neither replaced eager registrations nor those of a parent`(call: Call) async throws {
    let child = container.makeChild()
    try register("parent").eager()
    try register("replaced", in: child).eager()
    _ = try register("replaced", in: child)
    try register("child", in: child).eager()
    try await call.bootstrap(child)
    #expect(log.events == ["child"])
  }

  @Test(arguments: Call.allCases)
  func `bootstrap builds what an eager factory replaces anew, and not what it unregisters`(call: Call) async throws {
    try container.register(Int.self) { [weak container, log] in
      container?.unregister(String.self, name: "unregistered")
      try container?.register(String.self, name: "replaced") {
        log.note("the new one")
        return ""
      }.asSingleton().eager()
      return 1
    }.asSingleton().eager()
    try register("unregistered").eager()
    try register("replaced").eager()
    try await call.bootstrap(container)
    #expect(log.events == ["the new one"])
  }

  @Test(arguments: Call.allCases)
  func `bootstrap ends after one build if an eager factory registers its own key again`(call: Call) async throws {
    @Sendable func setUp(_ container: Container) throws {
      try container.register(Int.self) { [weak container] in
        if let container { try setUp(container) }
        return builds.increment()
      }.asSingleton().eager()
    }
    try setUp(container)
    try await call.bootstrap(container)
    #expect(builds.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `bootstrap builds contributions that eager contributions add on the same source line`(call: Call) async throws {
    let log = Recorder<Int>()
    @Sendable func contribute(_ number: Int, to container: Container) throws {
      try container.contribute(Int.self) { [weak container] in
        log.note(number)
        if number < 3, let container { try contribute(number + 1, to: container) }
        return number
      }.asSingleton().eager()
    }
    try contribute(1, to: container)
    try await call.bootstrap(container)
    #expect(log.events == [1, 2, 3])
    try await call.bootstrap(container)
    #expect(log.events == [1, 2, 3])
  }
}

import TestSupport
import Testing

private typealias ResolverHolder = Wrap<Resolver>

/// Captured by registrations, or passed as an argument.
private final class Captured: Sendable {}

/// The objects that a test watches while their container lives and afterwards.
private struct Traces {
  private(set) var all: [Trace] = []

  mutating func watch<Object: AnyObject>(_ object: Object) { all.append(Trace(object)) }

  var areThere: Bool { all.allSatisfy { !$0.isGone } }
  var areGone: Bool { all.allSatisfy(\.isGone) }
}

@Suite("Lifetimes", .ownThreads)
struct LifeTests {
  private let container = Container()

  // MARK: Releasing a container

  @Test func `releasing a container frees it and the objects captured by its registrations`() throws {
    var traces = Traces()
    var container: Container? = Container()
    do {
      let captured = Captured()
      traces.watch(captured)
      traces.watch(try #require(container))
      try container?.register(Int.self) { withExtendedLifetime(captured) { 1 } }
        .afterInit { _, _ in withExtendedLifetime(captured) {} }
        .onRelease { _ in withExtendedLifetime(captured) {} }
        .implements(Double.self) { number in withExtendedLifetime(captured) { Double(number) } }
      try container?.register(Int.self, argument: Int.self) { _, number in withExtendedLifetime(captured) { number } }
      try container?.contribute(String.self) { withExtendedLifetime(captured) { "" } }
    }
    #expect(traces.areThere)
    container = nil
    #expect(traces.areGone)
  }

  @Test func `releasing a container frees the objects captured by its registrations in order, also by named ones`()
    throws
  {
    let freed = Recorder<Int>()
    var container: Container? = Container()
    for number in [0, 2, 4] {
      let (one, other) = (Ending { freed.note(number) }, Ending { freed.note(number + 1) })
      try container?.register(Int.self, name: "\(number)") { withExtendedLifetime(one) { 1 } }
      try container?.register(Bool.self, name: "\(number)") { withExtendedLifetime(other) { true } }
    }
    container = nil
    #expect(freed.events == Array(0...5))
  }

  @Test(arguments: AnyScope.keeping, Call.allCases)
  func `releasing a container frees the instances of every scope, also one that stores its resolver`(
    scope: AnyScope, call: Call
  ) async throws {
    try await expectReleased(
      after: {
        let container = Container()
        scope.apply(to: try container.register(LiveService.self) { LiveService() }).implements((any Service).self)
        scope.apply(to: try container.register(Client.self) { resolver in Client(try resolver.resolve()) })
        scope.apply(to: try container.register(ResolverHolder.self) { resolver in ResolverHolder(resolver) })
        try container.register(OtherService.self) { OtherService() }.asSingleton()
        _ = try await call.resolve(Client.self, in: container)
        let holder = try await call.resolve(ResolverHolder.self, in: container)
        _ = try await call.resolve(OtherService.self, in: holder.inner)
        return container
      }, within: .zero)
  }

  @Test(arguments: Call.allCases)
  func `releasing a container frees an instance cached for an argument, and the argument`(call: Call) async throws {
    var traces = Traces()
    var container: Container? = Container()
    do {
      let open = try #require(container)
      try open.register(LiveService.self, argument: Captured.self) { _, _ in LiveService() }.asSingleton()
      let captured = Captured()
      traces.watch(captured)
      traces.watch(try await call.resolve(LiveService.self, argument: captured, in: open))
    }
    #expect(traces.areThere)
    container = nil
    #expect(traces.areGone)
  }

  @Test func `a stored registration keeps neither its container nor its instance alive`() throws {
    var traces = Traces()
    var container: Container? = Container()
    traces.watch(try #require(container))
    let registration = try #require(try container?.register(LiveService.self) { LiveService() }.asSingleton())
    traces.watch(try #require(try container?.resolve(LiveService.self)))
    #expect(traces.areThere)
    container = nil
    #expect(traces.areGone)
    registration.asTransient().implements((any Service).self).afterInit { _, _ in }.onRelease { _ in }.eager()
    #expect(registration.key.product is LiveService.Type)
  }

  @Test(arguments: Call.allCases)
  func `a stored error keeps neither its container nor the container's instances alive`(call: Call) async throws {
    var traces = Traces()
    var container: Container? = Container()
    let error: AstrojectError?
    do {
      let open = try #require(container)
      traces.watch(open)
      try open.register(LiveService.self) { LiveService() }.asSingleton()
      try open.register(Client.self) { resolver in
        try resolver.need(LiveService.self, before: Client(try resolver.resolve()))
      }
      error = await call.error(resolving: Client.self, in: open)
      traces.watch(try await call.resolve(LiveService.self, in: open))
    }
    container = nil
    #expect(traces.areGone)
    #expect(error?.kind == .noRegistrationFound)
  }

  @Test func `releasing the innermost of nested containers frees all of them and their instances`() throws {
    var traces = Traces()
    var leaf: Container?
    do {
      let root = Container()
      traces.watch(root)
      try root.register(LiveService.self) { LiveService() }.asScoped()
      var container = root
      for _ in 1...5 {
        container = container.makeChild()
        traces.watch(container)
        traces.watch(try container.resolve(LiveService.self))
      }
      leaf = container
    }
    #expect(traces.areThere)
    #expect(try leaf?.resolve(LiveService.self) != nil)
    leaf = nil
    #expect(traces.areGone)
    withExtendedLifetime(leaf) {}
  }

  @Test func `a container released during a resolve is freed when the resolve has ended`() async throws {
    var traces = Traces()
    let stop = Stop()
    var container: Container? = Container()
    let resolver: Resolver
    do {
      let open = try #require(container)
      traces.watch(open)
      let captured = Captured()
      traces.watch(captured)
      try open.register(Resolver.self) { resolver in resolver }
      try open.register(Int.self) { () async in await stop.suspend(before: withExtendedLifetime(captured) { 1 }) }
      resolver = try synchronously { try open.resolve(Resolver.self) }
    }
    let task = Task { try await resolver.resolve(Int.self) }
    await stop.begun.pass()
    container = nil
    stop.mayEnd.open()
    #expect(try await task.value == 1)
    #expect(traces.areGone)
  }

  // MARK: After a resolve

  @Test(arguments: [AnyScope.transient, .graph], Call.allCases)
  func `a container retains no transient or graph-scoped instance, and no argument`(
    scope: AnyScope, call: Call
  ) async throws {
    scope.apply(to: try container.register(Int.self, argument: Captured.self) { _, _ in 1 })
    scope.apply(to: try container.register(LiveService.self) { LiveService() })
    scope.apply(to: try container.register((any Service).self) { resolver in try resolver.resolve(LiveService.self) })
    scope.apply(to: try container.register(Client.self) { resolver in Client(try resolver.resolve()) })
    var traces = Traces()
    do {
      let client = try await call.resolve(Client.self, in: container)
      traces.watch(client)
      traces.watch(client.service)
      let captured = Captured()
      traces.watch(captured)
      _ = try await call.resolve(Int.self, argument: captured, in: container)
      #expect(traces.areThere)
    }
    #expect(traces.areGone)
  }

  @Test(arguments: Call.allCases)
  func `a stored resolver does not retain the graph-scoped instances of an ended resolve`(call: Call) async throws {
    try container.register(LiveService.self) { LiveService() }
    try container.register(ResolverHolder.self) { resolver in
      try resolver.need(LiveService.self, before: ResolverHolder(resolver))
    }
    let traces = Recorder<Trace>()
    try container.register(Client.self) { resolver in
      let service = try resolver.resolve(LiveService.self)
      traces.note(Trace(service))
      _ = try resolver.resolve(ResolverHolder.self)
      return Client(service)
    }.asTransient()
    let keeper: ResolverHolder
    do {
      try container.register([Client].self) { resolver in [try resolver.resolve(Client.self)] }
      keeper = try await call.resolve(ResolverHolder.self, in: container)
      _ = try await call.resolve([Client].self, in: container)
    }
    #expect(traces.events.map(\.isGone) == [true])
    #expect(
      try await call.resolve(LiveService.self, in: keeper.inner) !== call.resolve(LiveService.self, in: container))
  }

  @Test(arguments: AnyScope.allCases, Call.allCases)
  func `a container retains no instance of a failed resolve`(scope: AnyScope, call: Call) async throws {
    let traces = Recorder<Trace>()
    scope.apply(
      to: try container.register(LiveService.self) {
        let service = LiveService()
        traces.note(Trace(service))
        return service
      }
    ).afterInit { _, _ in throw Trouble("no") }
    _ = await call.error(resolving: LiveService.self, in: container)
    #expect(traces.events.map(\.isGone) == [true])
  }

  @Test(arguments: Occasion.allCases, Call.allCases)
  func `all kinds of removal free a disposable instance`(occasion: Occasion, call: Call) async throws {
    try container.register(LiveService.self) { LiveService() }.asDisposableSingleton()
    let trace = Trace(try await call.resolve(LiveService.self, in: container))
    #expect(!trace.isGone)
    try await occasion.happen(to: LiveService.self, in: container, by: call)
    #expect(trace.isGone)
  }
}

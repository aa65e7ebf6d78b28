import TestSupport
import Testing

private typealias Connection = Numbered

extension Occasion {
  /// True if it lets go of an instance in a scope.
  fileprivate func concerns(_ scope: AnyScope) -> Bool {
    scope != .singleton || (self != .release && self != .releaseAll)
  }
}

@Suite("onRelease and shutdown", .ownThreads)
struct OnReleaseTests {
  private let container = Container()
  private let log = Recorder<String>()

  @Test(arguments: [nil] + Occasion.allCases, AnyScope.stored)
  func `onRelease runs once whichever call releases an instance, or else when its container ends`(
    occasion: Occasion?, scope: AnyScope
  ) async throws {
    for call in Call.allCases {
      let log = Recorder<ObjectIdentifier>()
      let connection: Connection
      do {
        let container = Container()
        let registration = try container.register(Connection.self) { Connection() }
          .onRelease { connection in log.note(ObjectIdentifier(connection)) }
        scope.apply(to: registration)
        connection = try await call.resolve(Connection.self, in: container)
        withExtendedLifetime(container) { #expect(log.events.isEmpty) }
        if let occasion {
          try await occasion.happen(to: Connection.self, in: container, by: call)
          #expect(log.events == (occasion.concerns(scope) ? [ObjectIdentifier(connection)] : []))
          // Further releases do not run the hook again.
          await call.releaseAll(in: container)
          await call.clear(container)
          try await container.shutdown()
          #expect(log.events == [ObjectIdentifier(connection)])
        }
      }
      #expect(log.events == [ObjectIdentifier(connection)])
    }
  }

  @Test(arguments: Occasion.allCases, AnyScope.stored)
  func `onRelease runs once for an instance if a release is requested while it is being built`(
    occasion: Occasion, scope: AnyScope
  ) async throws {
    for call in Call.allCases where call == .asynchronous || occasion != .shutdown {
      let log = Recorder<ObjectIdentifier>()
      let container = Container()
      let registration = try container.register(Connection.self) { Connection() }
        .afterInit { [weak container] _, _ in
          guard let container, call == .synchronous else { return }
          switch occasion {
          case .release: container.release(Connection.self)
          case .releaseAll: container.releaseAll()
          case .clear: container.clear()
          case .unregister: container.unregister(Connection.self)
          case .replacement: try container.register(Connection.self) { Connection() }
          case .shutdown: return
          }
        }
        .onRelease { connection in log.note(ObjectIdentifier(connection)) }
      if call == .asynchronous {
        registration.afterInit { [weak container] _, _ async throws in
          if let container { try await occasion.happen(to: Connection.self, in: container, by: call) }
        }
      }
      scope.apply(to: registration)
      let connection = try await call.resolve(Connection.self, in: container)
      #expect(log.events == (occasion.concerns(scope) ? [ObjectIdentifier(connection)] : []))
      try await container.shutdown()
      #expect(log.events == [ObjectIdentifier(connection)])
    }
  }

  @Test func `an asynchronous onRelease hook runs if shutdown overtakes the build of the instance`() async throws {
    let ends = Gate()
    let log = Recorder<ObjectIdentifier>()
    try container.register(Connection.self) { [weak container] (_: Resolver) async throws in
      try await container?.shutdown()
      return Connection()
    }.asSingleton().onRelease { connection async in
      log.note(ObjectIdentifier(connection))
      ends.open()
    }
    let connection = try await container.resolve(Connection.self)
    await ends.pass()
    let next = try await container.resolve(Connection.self)
    #expect(connection !== next)
    #expect(log.events.first == ObjectIdentifier(connection))
  }

  @Test(arguments: Call.allCases)
  func `onRelease does not run for transient, graph-scoped or unbuilt instances`(call: Call) async throws {
    try container.register(Int.self) { 1 }.asTransient().onRelease { _ in log.note("transient") }
    try container.register(String.self) { "" }.asGraph().onRelease { _ in log.note("graph") }
    try container.register(Connection.self) { Connection() }.asSingleton().onRelease { _ in log.note("unbuilt") }
    _ = try await call.resolve(Int.self, in: container)
    _ = try await call.resolve(String.self, in: container)
    await call.clear(container)
    try await container.shutdown()
    #expect(log.events.isEmpty)
  }

  @Test(arguments: Call.allCases)
  func `onRelease runs for the instance of each argument value`(call: Call) async throws {
    let log = Recorder<Int>()
    try container.register(Connection.self, argument: Int.self) { _, id in Connection(id) }.asDisposableSingleton()
      .onRelease { log.note($0.number) }
    for id in [1, 2, 1, 3] { _ = try await call.resolve(Connection.self, argument: id, in: container) }
    await call.release(Connection.self, in: container)
    #expect(log.events == [3, 2, 1])
  }

  @Test(arguments: Call.allCases)
  func `an onRelease hook that is added after the build runs after the earlier hook`(call: Call) async throws {
    let registration = try container.register(Connection.self) { Connection() }.asDisposableSingleton()
      .onRelease { _ in log.note("first") }
    _ = try await call.resolve(Connection.self, in: container)
    registration.onRelease { _ in log.note("second") }
    await call.releaseAll(in: container)
    #expect(log.events == ["first", "second"])
  }

  @Test func `shutdown runs onRelease hooks in order for each instance, in reverse order of building`() async throws {
    try container.register(Int.self) { 1 }.asSingleton()
      .onRelease { _ in log.note("Int") }
      .onRelease { _ async throws in
        await Task.yield()
        throw Refusal(reason: "asynchronous")
      }
      .onRelease { _ in throw Refusal(reason: "synchronous") }
    try container.register(Connection.self) { resolver in Connection(try resolver.resolve(Int.self)) }.asSingleton()
      .onRelease { _ async in
        await Task.yield()
        log.note("asynchronous")
      }
      .onRelease { _ in log.note("synchronous") }
      .onRelease { @MainActor _ in log.note("on the main actor") }
      .onRelease { _ in log.note("last") }
    _ = try await container.resolve(Connection.self)
    let error = await Call.asynchronous.error { _ in try await container.shutdown() }
    #expect(log.events == ["asynchronous", "synchronous", "on the main actor", "last", "Int"])
    #expect(error?.failures.map { ($0.underlyingError as? Refusal)?.reason } == ["asynchronous", "synchronous"])
  }

  @Test func `a release that is not awaited runs synchronous onRelease hooks before asynchronous ones`() async throws {
    let gate = Gate()
    try container.register(Connection.self) { Connection() }.asDisposableSingleton()
      .onRelease { _ async in log.note("first") }
      .onRelease { _ in log.note("second") }
      .onRelease { @MainActor _ in
        log.note("third")
        gate.open()
      }
    _ = try await container.resolve(Connection.self)
    await Call.synchronous.releaseAll(in: container)
    await gate.pass()
    #expect(log.events == ["second", "first", "third"])
  }

  @Test(arguments: Call.allCases)
  func `an onRelease hook resolves another registration of its container`(call: Call) async throws {
    let numbers = Recorder<Int>()
    try container.register(Int.self) { 5 }.asSingleton()
    try container.register(Connection.self) { Connection() }.asDisposableSingleton()
      .onRelease { [weak container] _ in
        if let container { numbers.note(try container.resolve(Int.self)) }
      }
    _ = try await call.resolve(Connection.self, in: container)
    await call.release(Connection.self, in: container)
    #expect(numbers.events == [5])
  }

  @Test(arguments: Call.allCases)
  func `an onRelease hook that throws does not stop other hooks from running`(call: Call) async throws {
    try container.register(Int.self) { 1 }.asDisposableSingleton()
      .onRelease { _ in throw Refusal() }
      .onRelease { _ in log.note("second of Int") }
    try container.register(String.self) { "" }.asDisposableSingleton().onRelease { _ in log.note("String") }
    _ = try await call.resolve(String.self, in: container)
    _ = try await call.resolve(Int.self, in: container)
    await call.releaseAll(in: container)
    #expect(log.events == ["second of Int", "String"])
  }

  @Test(
    arguments: Occasion.allCases.map { ($0, Call.synchronous) }
      + [Occasion.release, .releaseAll, .clear, .shutdown].map { ($0, Call.asynchronous) })
  func `an asynchronous onRelease hook runs if the release is not awaited, and has run if it is`(
    occasion: Occasion, call: Call
  ) async throws {
    let (count, gate) = (Counter(), Gate())
    try container.register(Connection.self) { Connection() }.asDisposableSingleton()
      .onRelease { _ in
        for _ in 0..<10 { await Task.yield() }
        count.increment()
        gate.open()
      }
    _ = try await container.resolve(Connection.self)
    try await occasion.happen(to: Connection.self, in: container, by: call)
    if call == .synchronous { await gate.pass() }
    #expect(count.value == 1)
  }

  private final class Page: Sendable {}

  @Test func `a singleton is cached again while shutdown is still releasing other instances`() async throws {
    let (stop, releasing, hooks) = (Stop(), Stop(), Counter())
    try container.register(Connection.self) { stop.block(before: Connection(stop.builds.value)) }.asSingleton()
      .countingReleases(by: hooks)
    let slow = Shelf<Page> { call in if call == "release" { releasing.block() } }
    try container.register(Page.self) { Page() }.as(slow)
    _ = try await container.resolve(Page.self)
    async let first = onThread { [container] in try container.resolve(Connection.self).number }
    await stop.begun.pass()
    async let end: Void = container.shutdown()
    await releasing.begun.pass()
    stop.mayEnd.open()
    #expect(try await first == 1)
    #expect(hooks.value == 1)
    let second = try await container.resolve(Connection.self)
    releasing.mayEnd.open()
    try await end
    #expect(try await container.resolve(Connection.self) === second)
    #expect(stop.builds.value == 2 && hooks.value == 1)
  }

  // MARK: shutdown

  @Test func `shutdown releases instances in reverse order of building, or of registering an instance`() async throws {
    try container.register(Int.self) { 1 }.asSingleton().onRelease { _ in log.note("Int") }
    try container.register(String.self) { resolver in "\(try resolver.resolve(Bool.self))" }.asDisposableSingleton()
      .onRelease { _ in log.note("String") }
    try container.register(Bool.self) { true }.asScoped().onRelease { _ in log.note("Bool") }
    // `String` is built after its dependency `Bool`.
    _ = try await container.resolve(String.self)
    try container.register(instance: 0.5).onRelease { @MainActor _ in log.note("Double") }
    _ = try await container.resolve(Int.self)
    try await container.shutdown()
    #expect(log.events == ["Int", "Double", "String", "Bool"])
  }

  @Test(arguments: Call.allCases, AnyScope.stored)
  func `shutdown releases what was built while its hooks ran`(call: Call, scope: AnyScope) async throws {
    let builds = Counter()
    scope.apply(to: try container.register(Connection.self) { Connection(builds.increment()) })
      .onRelease { log.note("connection \($0.number)") }
    try container.register(String.self) { resolver in "\(try resolver.resolve(Connection.self).number)" }.asSingleton()
      .onRelease { [weak container] text async throws in
        guard let container else { return }
        log.note("text \(text), \(try await call.resolve(Connection.self, in: container).number)")
      }
    let first = try await call.resolve(Connection.self, in: container)
    _ = try await call.resolve(String.self, in: container)
    try await container.shutdown()
    #expect(log.events == ["text 1, 2", "connection 1"] + (scope == .weak ? [] : ["connection 2"]))
    #expect(try await call.resolve(Connection.self, in: container).number == 3)
    withExtendedLifetime(first) {}
  }

  @Test func `a container that ends without shutdown runs only synchronous hooks, in reverse order`() async throws {
    var container: Container? = Container()
    for name in ["a", "b", "c"] {
      try container?.register(String.self, name: name) { name }.asSingleton()
        .onRelease { [log] _ in
          await Task.yield()
          log.note("asynchronous")
        }
        .onRelease { [log] name in log.note(name) }
    }
    for name in ["b", "c", "a"] { _ = try await container?.resolve(String.self, name: name) }
    container = nil
    for _ in 0..<10 { await Task.yield() }
    #expect(log.events == ["a", "c", "b"])
  }

  @Test func `an onRelease hook awaits an instance whose factory has caused the release`() async throws {
    let (mayEnd, isOver) = (Gate(), Gate())
    let error = Recorder<String>()
    try container.register(Connection.self, name: "old") { Connection() }.asDisposableSingleton()
      .onRelease { [weak container] _ async in
        mayEnd.open()
        do { _ = try await container?.resolve(Connection.self) } catch let failure { error.note("\(failure)") }
        isOver.open()
      }
    try container.register(Connection.self) { [weak container] () async in
      synchronously { container?.release(Connection.self, name: "old") }
      await mayEnd.pass()
      return Connection()
    }.asSingleton()
    _ = try await container.resolve(Connection.self, name: "old")
    _ = try await container.resolve(Connection.self)
    await isOver.pass()
    #expect(error.events.isEmpty)
  }
}

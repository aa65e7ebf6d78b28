import TestSupport
import Testing

@Suite("Objects that a Lazy or Provider does not keep alive")
struct LazyMemoryTests {
  private final class Token: Sendable {}
  private final class Fruit {}
  private typealias Owner = Wrap<Both<Fruit>>

  private static func make() throws -> Container {
    let container = Container()
    try container.register(initializer: Fruit.init)
    try container.register(initializer: Both<Fruit>.init)
    try container.register(initializer: Owner.init)
    return container
  }

  @Test(arguments: Call.allCases, Deferral.allCases)
  func `a Lazy or Provider keeps no container alive and throws later`(call: Call, deferral: Deferral) async throws {
    var container: Container? = try LazyMemoryTests.make()
    let trace = Trace(try #require(container))
    let owner = try await call.resolve(Owner.self, in: try #require(container))
    container = nil
    #expect(trace.isGone)
    let error = try #require(await call.error { try await owner.inner.get(deferral, $0) })
    #expect(error.outline == "containerReleased: " + (deferral == .lazy ? "Lazy<Fruit>" : "Fruit"))
  }

  @Test(arguments: Call.allCases, [true, false])
  func `a singleton with a Lazy and a Provider keeps no container alive`(call: Call, isUsed: Bool) async throws {
    try await expectReleased(
      after: {
        let container = try LazyMemoryTests.make()
        try container.register(initializer: Owner.init).asSingleton()
        let owner = try await call.resolve(Owner.self, in: container)
        if isUsed { for deferral in Deferral.allCases { _ = try await owner.inner.get(deferral, call) } }
        return container
      }, within: .zero)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy or Provider does not keep its owner, graph-scoped instances or a Provider's products alive`(
    call: Call
  ) async throws {
    final class Root {
      let fruit: Fruit
      let later: Both<Fruit>
      init(_ fruit: Fruit, _ later: Both<Fruit>) { (self.fruit, self.later) = (fruit, later) }
    }
    let container = try LazyMemoryTests.make()
    try container.register(initializer: Root.init)
    var root: Root? = try await call.resolve(in: container)
    let later = try #require(root?.later)
    let traces = [Trace(try #require(root)), Trace(try #require(root?.fruit))]
    root = nil
    #expect(traces.map(\.isGone) == [true, true])
    _ = try await later.get(.lazy, call)
    let product = Trace(try await later.get(.provider, call))
    #expect(product.isGone)
    _ = try await later.get(.provider, call)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy or Provider does not keep the arguments of its owner alive`(call: Call) async throws {
    struct Made { let fruit: Both<Fruit> }
    let container = try LazyMemoryTests.make()
    try container.register(Made.self, argument: Token.self) { resolver, _ in Made(fruit: try resolver.resolve()) }
    try container.register(
      initializer: { (token: Token, fruit: Both<Fruit>) in Made(fruit: fruit) }, with: .argument, .auto)
    var token: Token? = Token()
    let trace = Trace(try #require(token))
    let first = try await call.resolve(Made.self, arguments: try #require(token), in: container)
    let second = try await call.resolve(Made.self, arguments: Argument<Token>(try #require(token)), in: container)
    token = nil
    #expect(trace.isGone)
    _ = try await first.fruit.get(.lazy, call)
    _ = try await second.fruit.get(.provider, call)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy releases its argument after it has resolved`(call: Call) async throws {
    let container = Container()
    try container.register(Fruit.self, argument: Token.self) { _, _ in Fruit() }
    var token: Token? = Token()
    let trace = Trace(try #require(token))
    let lazy = try await call.resolve(Lazy<Fruit>.self, arguments: try #require(token), in: container)
    token = nil
    #expect(!trace.isGone)
    _ = try await call.value(of: lazy)
    #expect(trace.isGone)
    withExtendedLifetime(lazy) {}
  }

  @Test(arguments: Call.allCases, [true, false])
  func `a Lazy or Provider keeps no values alive that registrations captured`(call: Call, isUsed: Bool) async throws {
    var traces: [Trace] = []
    var both: Both<Fruit>?
    do {
      let tokens = [Token(), Token(), Token()]
      traces = tokens.map { Trace($0) }
      let container = Container()
      try container.register(Fruit.self) { [token = tokens[0]] in
        withExtendedLifetime(token) { Fruit() }
      }.asSingleton()
      try container.register(initializer: Both<Fruit>.init)
      try container.register(Owner.self) { [token = tokens[1]] resolver in
        withExtendedLifetime(token) {}
        return Owner(try resolver.resolve())
      }.afterInit { [token = tokens[2]] _, _ in withExtendedLifetime(token) {} }
      both = try await call.resolve(Owner.self, in: container).inner
      if isUsed { for deferral in Deferral.allCases { _ = try await both?.get(deferral, call) } }
    }
    #expect(traces.map(\.isGone) == [true, true, true])
    withExtendedLifetime(both) {}
  }

  @Test(arguments: Call.allCases, Deferral.allCases)
  func `a Lazy or Provider keeps no instances alive after its failure`(call: Call, deferral: Deferral) async throws {
    let traces = Guarded<[Trace]>([])
    let container = try LazyMemoryTests.make()
    try container.register(Int.self) { resolver in
      let owner = try resolver.resolve(Owner.self)
      traces.withLock { $0 = [Trace(owner), Trace(owner.inner.lazy)] }
      throw CancellationError()
    }
    try container.register(initializer: Both<Int>.init)
    let both = try await call.resolve(Both<Int>.self, in: container)
    await call.expectError(.factoryFailed) { try await both.get(deferral, $0) }
    #expect(traces.now.map(\.isGone) == [true, true])
    withExtendedLifetime(both) {}
  }

  @Test(arguments: Call.allCases, Deferral.allCases)
  func `a Lazy or Provider completes although its container is released`(call: Call, deferral: Deferral) async throws {
    let container = Guarded<Container?>(Container())
    let trace = Trace(try #require(container.now))
    try container.now?.register(initializer: Fruit.init).asTransient()
    try container.now?.register([Fruit].self) { resolver in
      container.withLock { $0 = nil }
      return [try resolver.resolve(Fruit.self)]
    }
    try container.now?.register(initializer: Both<[Fruit]>.init)
    let both = try await { try await call.resolve(Both<[Fruit]>.self, in: try #require(container.now)) }()
    #expect(try await both.get(deferral, call).count == 1)
    #expect(trace.isGone)
    if deferral == .provider { await call.expectError(.containerReleased) { try await both.get(deferral, $0) } }
  }
}

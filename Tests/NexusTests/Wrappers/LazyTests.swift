import TestSupport
import Testing

@Suite("Lazy", .ownThreads)
struct LazyTests {
  private let container = Container()

  private class Fruit {}
  private final class Apple: Fruit {}
  /// Makes a container with a basket, and a counter of the fruits that were built.
  private static func make(_ scope: AnyScope = .transient) throws -> (container: Container, made: Counter) {
    let container = Container()
    let made = Counter()
    scope.apply(to: try container.register(Fruit.self) { made.count(Apple()) })
    try container.register(initializer: LazyOwner<Fruit>.init)
    return (container, made)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy resolves at its first use and then always returns the same instance`(call: Call) async throws {
    let (container, made) = try LazyTests.make()
    let basket = try await call.resolve(LazyOwner<Fruit>.self, in: container)
    #expect(made.value == 0)
    let first = try await call.value(of: basket.lazy)
    #expect(made.value == 1)
    for call in Call.allCases { #expect(try await call.value(of: basket.lazy) === first) }
    #expect(made.value == 1)
  }

  @Test func `a resolved Lazy returns its value although the target or container is released`() throws {
    var basket: LazyOwner<Fruit>?
    var fruit: Fruit?
    do {
      let (container, _) = try LazyTests.make(.disposable)
      basket = try container.resolve(LazyOwner<Fruit>.self)
      fruit = try basket?.lazy.value
      container.release(Fruit.self)
      #expect(try basket?.lazy.value === fruit)
      try container.register(Fruit.self) { throw Objection() }
      #expect(try basket?.lazy.value === fruit)
    }
    #expect(try basket?.lazy.value === fruit)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy tries again after an error and reports the path`(call: Call) async throws {
    let made = Counter()
    try container.register(Fruit.self) {
      if made.increment() < 3 { throw Objection() }
      return Apple()
    }
    try container.register(initializer: LazyOwner<Fruit>.init)
    let basket = try await call.resolve(LazyOwner<Fruit>.self, in: container)
    for _ in 1...2 {
      let error = try #require(await call.error { try await $0.value(of: basket.lazy) })
      #expect(error.outline == "factoryFailed: Lazy<Fruit> → Fruit" && error.underlyingError is Objection)
    }
    let fruit = try await call.value(of: basket.lazy)
    #expect(try await call.value(of: basket.lazy) === fruit)
    #expect(made.value == 3)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy of an unregistered type throws until the type is registered`(call: Call) async throws {
    try container.register(initializer: LazyOwner<Fruit>.init)
    let basket = try await call.resolve(LazyOwner<Fruit>.self, in: container)
    await call.expectError("noRegistrationFound: Lazy<Fruit> → Fruit") { try await $0.value(of: basket.lazy) }
    let apple = Guarded(Apple())
    try container.register(Fruit.self) { apple.now }
    #expect(try await call.value(of: basket.lazy) === apple.now)
  }

  @Test(arguments: [false, true])
  func `a Lazy of a target that has to be awaited throws from value until get() is awaited`(
    isOnMainActor: Bool
  ) async throws {
    if isOnMainActor {
      try container.register(Fruit.self) { @MainActor in Apple() }
    } else {
      try container.register(Fruit.self) { () async in Apple() }.asTransient()
    }
    try container.register(initializer: LazyOwner<Fruit>.init)
    let basket = try synchronously { try container.resolve(LazyOwner<Fruit>.self) }
    let error = try #require(await Call.synchronous.error { try await $0.value(of: basket.lazy) })
    #expect(error.outline == "\(isOnMainActor ? "isolationMismatch" : "asynchronousFactory"): Lazy<Fruit> → Fruit")
    #expect(isOnMainActor || error.remedy == "await the `Lazy<LazyTests.Fruit>`: `try await ….get()`.")
    let fruit = try await basket.lazy.get()
    #expect(try basket.lazy.value === fruit)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy made from a closure calls the closure once, at its first use`(call: Call) async throws {
    let made = Counter()
    let lazy = Lazy<Fruit> { made.count(Apple()) }
    #expect(made.value == 0)
    let fruit = try await call.value(of: lazy)
    #expect(try await call.value(of: lazy) === fruit && made.value == 1)
    // A closure is the value only if the type of the `Lazy` says so.
    #expect(try await call.value(of: Lazy { 7 }) == 7)
    let closures: Lazy<() -> Int> = Lazy({ 7 } as () -> Int)
    #expect(try closures.value() == 7)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy made from a closure reports the closure's error and then tries again`(call: Call) async throws {
    let made = Counter()
    let lazy = Lazy<Fruit> {
      if made.increment() == 1 { throw Objection() }
      return Apple()
    }
    let error = await call.error { try await $0.value(of: lazy) }
    #expect(error?.kind == .factoryFailed && error?.underlyingError is Objection)
    _ = try await call.value(of: lazy)
    #expect(made.value == 2)
  }

  @Test func `a Lazy made from a closure runs it once for 8 callers and frees its captures`() async throws {
    weak var captured: Fruit?
    for _ in rounds(50) {
      let made = Counter()
      let fruit = Fruit()
      captured = fruit
      let lazy = Lazy { () -> [Fruit] in made.count([fruit, Fruit()]) }
      let results = await Crowd(threads: 4, tasks: 4).run { _ in
        ObjectIdentifier(try lazy.get()[1])
      } asynchronous: { _ in
        ObjectIdentifier(try await lazy.get()[1])
      }
      #expect(try Set(results.map { try $0.get() }).count == 1)
      #expect(made.value == 1)
    }
    #expect(captured == nil)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy made from a value returns that value`(call: Call) async throws {
    let apple = Apple()
    let basket = LazyOwner<Fruit>(Lazy(apple))
    #expect(try await call.value(of: basket.lazy) === apple)
    #expect(try await call.value(of: Lazy<Int?>(nil)) == nil)
  }

  @Test func `a Lazy and a Provider are Sendable even if their type is not`() async throws {
    func accept<Value: Sendable>(_ value: Value) -> Value { value }
    let lazy = accept(Lazy<Fruit>(Apple()))
    let provider = accept(Provider<Fruit> { Apple() })
    #expect(await Task.detached { (try? lazy.value).map { type(of: $0) } }.value == Apple.self)
    #expect(type(of: try synchronously { try provider.get() }) == Apple.self)
  }
}

import Nexus
import TestSupport
import Testing

@Suite("A lazy")
struct LazyTests {
  private class Fruit {}
  private final class Apple: Fruit {}
  private final class Basket {
    let fruit: Lazy<Fruit>
    init(_ fruit: Lazy<Fruit>) { self.fruit = fruit }
  }
  private struct Rotten: Error {}

  /// A container with a basket, and how often its fruit was made.
  private static func make(_ span: Span = .transient) throws -> (container: Container, made: Counter) {
    let container = Container()
    let made = Counter()
    span.apply(
      to: try container.register(Fruit.self) {
        made.increment()
        return Apple()
      })
    try container.register(initializer: Basket.init)
    return (container, made)
  }

  @Test("resolves at its first call and not before, and gives the same ever after", arguments: Call.allCases)
  func once(call: Call) async throws {
    let (container, made) = try LazyTests.make()
    let basket = try await call.resolve(Basket.self, in: container)
    #expect(made.value == 0)
    let first = try await call.value(of: basket.fruit)
    #expect(made.value == 1)
    for call in Call.allCases { #expect(try await call.value(of: basket.fruit) === first) }
    #expect(made.value == 1)
  }

  @Test("is one for each owner", arguments: Call.allCases)
  func each(call: Call) async throws {
    let (container, made) = try LazyTests.make()
    let baskets = (
      try await call.resolve(Basket.self, in: container), try await call.resolve(Basket.self, in: container)
    )
    let fruits = (try await call.value(of: baskets.0.fruit), try await call.value(of: baskets.1.fruit))
    #expect(fruits.0 !== fruits.1)
    #expect(made.value == 2)
  }

  @Test("gives the instance that a scope keeps", arguments: Call.allCases)
  func kept(call: Call) async throws {
    let (container, _) = try LazyTests.make(.singleton)
    let basket = try await call.resolve(Basket.self, in: container)
    let fruit = try await call.value(of: basket.fruit)
    #expect(try await call.resolve(Fruit.self, in: container) === fruit)
  }

  @Test("gives what it has resolved although its registration was replaced, its instance released, its container gone")
  func remembers() throws {
    var basket: Basket?
    var fruit: Fruit?
    do {
      let (container, _) = try LazyTests.make(.disposable)
      basket = try container.resolve(Basket.self)
      fruit = try basket?.fruit.value
      container.release(Fruit.self)
      #expect(try basket?.fruit.value === fruit)
      try container.register(Fruit.self) { throw Rotten() }
      #expect(try basket?.fruit.value === fruit)
    }
    #expect(try basket?.fruit.value === fruit)
  }

  @Test("tries anew after an error, with the path in it", arguments: Call.allCases)
  func failure(call: Call) async throws {
    let container = Container()
    let made = Counter()
    try container.register(Fruit.self) {
      if made.increment() < 3 { throw Rotten() }
      return Apple()
    }
    try container.register(initializer: Basket.init)
    let basket = try await call.resolve(Basket.self, in: container)
    for _ in 1...2 {
      let error = try #require(await call.error { try await $0.value(of: basket.fruit) })
      #expect(error.outline == "factoryFailed: Lazy<Fruit> → Fruit")
      #expect(error.underlyingError is Rotten)
    }
    let fruit = try await call.value(of: basket.fruit)
    #expect(try await call.value(of: basket.fruit) === fruit)
    #expect(made.value == 3)
  }

  @Test("of what is not registered throws when it is used, until it is registered", arguments: Call.allCases)
  func missing(call: Call) async throws {
    let container = Container()
    try container.register(initializer: Basket.init)
    let basket = try await call.resolve(Basket.self, in: container)
    let error = try #require(await call.error { try await $0.value(of: basket.fruit) })
    #expect(error.outline == "noRegistrationFound: Lazy<Fruit> → Fruit")
    let apple = Guarded(Apple())
    try container.register(Fruit.self) { apple.now }
    #expect(try await call.value(of: basket.fruit) === apple.now)
  }

  @Test("sees what is registered when it is used, not when its owner was made", arguments: Call.allCases)
  func replaced(call: Call) async throws {
    let (container, made) = try LazyTests.make()
    let basket = try await call.resolve(Basket.self, in: container)
    try container.register(Fruit.self) { Fruit() }
    #expect(type(of: try await call.value(of: basket.fruit)) == Fruit.self)
    #expect(made.value == 0)
  }

  @Test("of what has to be awaited refuses `value`, and resolves by `resolve()`; then `value` has it, too")
  func asynchronous() async throws {
    let container = Container()
    try container.register(Fruit.self) { () async in Apple() }.asTransient()
    try container.register(initializer: Basket.init)
    let basket = try synchronously { try container.resolve(Basket.self) }
    let error = try #require(await Call.synchronous.error { try await $0.value(of: basket.fruit) })
    #expect(error.outline == "asynchronousFactory: Lazy<Fruit> → Fruit")
    let fruit = try await basket.fruit.get()
    #expect(try basket.fruit.value === fruit)
  }

  @Test("resolves what is the main actor's by `resolve()`, and refuses `value` elsewhere")
  func mainActor() async throws {
    let container = Container()
    try container.register(Fruit.self) { @MainActor in Apple() }
    try container.register(initializer: Basket.init)
    let basket = try synchronously { try container.resolve(Basket.self) }
    try await promptly(.synchronous) { [fruit = basket.fruit] call in
      let error = await call.error { try await $0.value(of: fruit) }
      #expect(error?.outline == "isolationMismatch: Lazy<Fruit> → Fruit")
    }
    let fruit = try await basket.fruit.get()
    #expect(try basket.fruit.value === fruit)
  }

  @Test(
    "made by hand of a closure calls it when it is asked first, and keeps what that gives", arguments: Call.allCases)
  func closure(call: Call) async throws {
    let made = Counter()
    let lazy = Lazy<Fruit> {
      made.increment()
      return Apple()
    }
    #expect(made.value == 0)
    let fruit = try await call.value(of: lazy)
    #expect(try await call.value(of: lazy) === fruit && made.value == 1)
    // A closure is never the value, unless that is what is asked for.
    #expect(try await call.value(of: Lazy { 7 }) == 7)
    let closures: Lazy<() -> Int> = Lazy({ 7 } as () -> Int)
    #expect(try closures.value() == 7)
  }

  @Test("made by hand of a closure that throws tries it again, and says what it has thrown", arguments: Call.allCases)
  func failingClosure(call: Call) async throws {
    let made = Counter()
    let lazy = Lazy<Fruit> {
      if made.increment() == 1 { throw Rotten() }
      return Apple()
    }
    let error = await call.error { try await $0.value(of: lazy) }
    #expect(error?.kind == .factoryFailed && error?.underlyingError is Rotten)
    _ = try await call.value(of: lazy)
    #expect(made.value == 2)
  }

  @Test("made by hand of a closure runs it once, though several ask at once, and is freed with what it has captured")
  func closureRace() async throws {
    weak var captured: Fruit?
    for _ in 0..<50 {
      let made = Counter()
      let fruit = Fruit()
      captured = fruit
      let lazy = Lazy { () -> [Fruit] in
        made.increment()
        return [fruit, Fruit()]
      }
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

  @Test("made by hand of a closure that asks the lazy is a loop, and no hang")
  func loopingClosure() throws {
    final class Holder { var lazy: Lazy<Fruit>? }
    let holder = Holder()
    let lazy = Lazy<Fruit> { try #require(holder.lazy).get() }
    holder.lazy = lazy
    defer { holder.lazy = nil }
    let error = #expect(throws: AstrojectError.self) { try lazy.get() }
    #expect(error?.kind == .circularDependency)
  }

  @Test("made by hand has its value", arguments: Call.allCases)
  func byHand(call: Call) async throws {
    let apple = Apple()
    let basket = Basket(Lazy(apple))
    #expect(try await call.value(of: basket.fruit) === apple)
    #expect(try await call.value(of: Lazy<Int?>(nil)) == nil)
  }

  @Test("is Sendable whatever it is of")
  func sendable() async throws {
    func accept<Value: Sendable>(_ value: Value) -> Value { value }
    let lazy = accept(Lazy<Fruit>(Apple()))
    let provider = accept(Provider<Fruit> { Apple() })
    let kind = await Task.detached { (try? lazy.value).map { type(of: $0) } }.value
    #expect(kind == Apple.self)
    #expect(type(of: try synchronously { try provider.get() }) == Apple.self)
  }
}

import TestSupport
import Testing

@MainActor private final class Drawn: Drink {
  nonisolated let taste: String
  init(_ drink: any Drink, number: Int) { taste = "drawn(\(drink.taste), \(number))" }
  init(later drink: any Drink) async {
    await Task.yield()
    taste = "drawn later(\(drink.taste))"
  }
}

private final class Loose: Drink {
  let lazy: Lazy<any Drink>
  let optional: (any Drink)?
  let provider: Provider<any Drink>
  var taste: String {
    "\((try? lazy.value.taste) ?? "-") \(optional?.taste ?? "-") \((try? provider.get().taste) ?? "-")"
  }
  init(_ lazy: Lazy<any Drink>, _ optional: (any Drink)?, _ provider: Provider<any Drink>) {
    (self.lazy, self.optional, self.provider) = (lazy, optional, provider)
  }
}

struct InitializersDecoratingTests {
  private let container = Container()

  init() throws {
    try container.register(Int.self) { 7 }
    try container.register((any Drink).self) { PlainDrink("plain") }.asSingleton()
    try container.register((any Drink).self, name: "n") { PlainDrink("named") }
  }

  @Test(arguments: Call.allCases)
  func `a decorator initializer gets the decorated product and its dependencies by type`(call: Call) async throws {
    try container.decorate((any Drink).self, initializer: MixedDrink.init(drink:))
    try container.decorate((any Drink).self, initializer: MixedDrink.init(number:drink:))
    for _ in 0..<3 {
      #expect(try await call.resolve((any Drink).self, in: container).taste == "numbered(cached(plain), 7)")
    }
    #expect(try await call.resolve((any Drink).self, name: "n", in: container).taste == "named")
    try container.validate()
  }

  @Test func `injections of any effect decorate, by types or by rules`() async throws {
    try container.decorate((any Drink).self, initializer: Injection(MixedDrink.init(later:number:)))
    try container.decorate((any Drink).self, initializer: Injection(Drawn.init(_:number:)))
    try container.decorate((any Drink).self, initializer: Injection(Drawn.init(later:)))
    await Call.synchronous.expectResolveThrows((any Drink).self, in: container, .asynchronousFactory)
    #expect(try await container.resolve((any Drink).self).taste == "drawn later(drawn(later(plain, 7), 7))")
    try container.decorate(
      (any Drink).self, name: "n", initializer: Injection(MixedDrink.init(number:drink:), with: .value(1), .auto))
    try container.decorate(
      (any Drink).self, name: "n", initializer: Injection(Drawn.init(_:number:), with: .auto, .value(3)))
    #expect(try await container.resolve((any Drink).self, name: "n").taste == "drawn(numbered(named, 1), 3)")
  }

  @Test(arguments: Call.allCases)
  func `a decorator initializer takes the product as an optional, a Lazy or a Provider`(call: Call) async throws {
    try container.decorate((any Drink).self, initializer: Loose.init)
    let loose = try #require(try await call.resolve((any Drink).self, in: container) as? Loose)
    #expect(try loose.taste == "plain plain plain" && loose.lazy.value === loose.optional)
  }

  @Test(arguments: Call.allCases)
  func `a decorator initializer takes other registrations of its type by their names`(call: Call) async throws {
    try container.decorate(
      (any Drink).self, initializer: Injection(MixedDrink.init(first:second:), with: .auto, .named("n")))
    #expect(try await call.resolve((any Drink).self, in: container).taste == "plain & named")
  }

  @Test func `decorating throws if the initializer does not take the decorated type`() throws {
    let line = #line + 2
    let error = expectThrows(.invalidInstance) {
      try container.decorate((any Drink).self, initializer: { @Sendable () in MixedDrink() as any Drink })
    }
    #expect(error?.failure?.location?.line == UInt(line))
    #expect(try container.resolve((any Drink).self).taste == "plain")
  }

  @Test(arguments: Call.allCases)
  func `a decorator initializer decorates each product that is built with an argument`(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 7 }
    try container.register(
      (any Drink).self, initializer: { @Sendable (text: String) -> any Drink in PlainDrink(text) })
    try container.decorate((any Drink).self, initializer: MixedDrink.init(number:drink:))
    #expect(try await call.resolve((any Drink).self, arguments: "a", in: container).taste == "numbered(a, 7)")
    #expect(try await call.resolve((any Drink).self, arguments: "b", in: container).taste == "numbered(b, 7)")
  }

  @Test(arguments: Call.allCases)
  func `a property injected in a loop gets the product with its decorator`(call: Call) async throws {
    final class Kitchen: Drink {
      let taste = "kitchen"
      init(_ dish: Dish) {}
    }
    final class Dish: @unchecked Sendable { var kitchen: (any Drink)? }
    let container = Container()
    try container.register((any Drink).self, initializer: Kitchen.init).asSingleton()
    try container.register(initializer: Dish.init).asSingleton().injecting(\.kitchen)
    try container.decorate((any Drink).self, initializer: MixedDrink.init(drink:))
    let drink = try await call.resolve((any Drink).self, in: container)
    #expect(drink.taste == "cached(kitchen)")
    #expect(try await call.resolve(Dish.self, in: container).kitchen === drink)
  }

  @Test(arguments: Call.allCases)
  func `a decorator built by an initializer resolves its injected property`(call: Call) async throws {
    final class Counting: Drink, @unchecked Sendable {
      let inside: any Drink
      @Inject var number: Int
      var taste: String { "\(inside.taste) \(number)" }
      init(_ inside: any Drink) { self.inside = inside }
    }
    try container.decorate((any Drink).self, initializer: Counting.init)
    #expect(try await call.resolve((any Drink).self, in: container).taste == "plain 7")
  }
}

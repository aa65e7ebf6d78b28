import TestSupport
import Testing

private func decorate(_ container: Container, _ name: String) throws {
  try container.decorate((any Drink).self) { _, drink in LayeredDrink(drink, name) }
}

/// Decorates a drink, and runs a closure in the same transaction.
private struct Tasting: Module {
  let check: @Sendable (Container) throws -> Void
  func register(in container: Container) throws {
    try decorate(container, "a")
    try check(container)
  }
}

struct DecoratingEdgeTests {
  private let container = Container()

  private func taste(_ call: Call, name: String? = nil, in container: Container? = nil) async -> String {
    do {
      return try await call.resolve((any Drink).self, name: name, in: container ?? self.container).taste
    } catch {
      return (error as? AstrojectError)?.headline ?? "\(error)"
    }
  }

  @Test(arguments: Call.allCases)
  func `each fork decorates and wraps a registered instance exactly once`(call: Call) async throws {
    try container.register(instance: PlainDrink("i"), as: (any Drink).self)
    let wrapped = try container.overriding { try $0.wrap((any Drink).self) { LayeredDrink($0, "w") } }
    for _ in 0..<3 { #expect(await taste(call, in: wrapped) == "w(i)") }
    try decorate(container, "a")
    let fork = try container.overriding { _ in }
    for _ in 0..<3 { #expect(await taste(call, in: fork) == "a(i)") }
    let both = try container.overriding { try $0.wrap((any Drink).self) { LayeredDrink($0, "w") } }
    for _ in 0..<3 { #expect(await taste(call, in: both) == "w(a(i))") }
  }

  @Test(arguments: Call.allCases)
  func `an instance built in a transaction after its decorator stays valid afterwards`(call: Call) async throws {
    let tasting = Tasting { container throws in
      #expect(try container.resolve((any Drink).self).taste == "a(water)")
    }
    try container.register((any Drink).self) { PlainDrink("water") }.asSingleton()
    try container.register(module: tasting)
    #expect(await taste(call) == "a(water)")
    let parent = Container()
    try parent.register((any Drink).self) { PlainDrink("water") }.asScoped()
    let child = try parent.makeChild { child in try tasting.register(in: child) }
    #expect(await taste(call, in: child) == "a(water)")
    let seen = Container()
    try seen.register(PlainDrink.self) { PlainDrink("water") }.asSingleton().implements((any Drink).self) { $0 }
    try seen.register(module: tasting)
    #expect(await taste(call, in: seen) == "a(water)")
  }

  @Test(arguments: Call.allCases)
  func `a late decorator fails its transaction, and another one is undone with its own`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("water") }.asSingleton()
    for _ in 0..<4 { #expect(await taste(call) == "water") }
    expectThrows(.invalidInstance) { try container.register(module: Tasting { _ in throw Objection() }) }
    #expect(await taste(call) == "water")
    let other = Container()
    try other.register((any Drink).self) { PlainDrink("water") }.asSingleton()
    let building = Tasting { container throws in
      #expect(try container.resolve((any Drink).self).taste == "a(water)")
      throw Objection()
    }
    #expect(throws: Objection.self) { try other.register(module: building) }
    try decorate(other, "b")
    #expect(await taste(call, in: other) == "b(water)")
  }

  @Test(arguments: Call.allCases)
  func `a late decorator of a child is refused because of the child's own instances only`(call: Call) async throws {
    try container.register(PlainDrink.self) { PlainDrink("water") }.asScoped().implements((any Drink).self) { $0 }
    let child = container.makeChild()
    try decorate(child, "a")
    #expect(await taste(call, in: child) == "a(water)")
    #expect(throws: AstrojectError.self) { try decorate(child, "b") }
    #expect(await taste(call, in: child) == "a(water)")
    let plain = container.makeChild()
    #expect(await taste(call, in: plain) == "water")
    #expect(throws: AstrojectError.self) { try decorate(plain, "a") }
    #expect(await taste(call, in: plain) == "water")
    let named = container.makeChild(named: "p")
    let below = named.makeChild()
    try below.register((any Drink).self) { PlainDrink("w") }.asScoped(to: "p")
    #expect(await taste(call, in: below) == "w")
    try decorate(below, "c")
    #expect(await taste(call, in: below) == "w")
  }

  @Test(arguments: Call.allCases)
  func `a decorator that is cleared while it runs is not reported as too late`(call: Call) async throws {
    let parent = Container()
    try parent.decorate((any Drink).self) { [weak parent] _, drink in
      parent?.clear()
      return LayeredDrink(drink, "p")
    }
    let child = parent.makeChild()
    try child.register((any Drink).self) { PlainDrink("water") }.asSingleton()
    for _ in 0..<2 { #expect(await taste(call, in: child) == "p(water)") }
  }

  @Test(arguments: Call.allCases)
  func `a later decorator decorates a custom scope's instance behind a forwarding`(call: Call) async throws {
    for scope in [AnyScope.shared, .perContainer] {
      let container = Container()
      scope.apply(to: try container.register(PlainDrink.self) { PlainDrink("water") })
        .implements((any Drink).self) { $0 }
      try decorate(container, "a")
      #expect(await taste(call, in: container) == "a(water)")
      try decorate(container, "b")
      #expect(await taste(call, in: container) == "b(a(water))")
    }
  }

  @Test(arguments: Call.allCases)
  func `a decorator decorates a registered array or a registered optional`(call: Call) async throws {
    try container.register([Int].self) { [1] }
    try container.register(Int?.self) { 1 }
    try container.decorate([Int].self, initializer: { @Sendable (numbers: [Int]) -> [Int] in numbers + [2] })
    try container.decorate(Int?.self, initializer: { @Sendable (number: Int?) -> Int? in number.map { $0 + 1 } })
    #expect(try await call.resolve([Int].self, in: container) == [1, 2])
    #expect(try await call.resolve(Int?.self, in: container) == 2)
  }

  @Test func `an injected property waits for an asynchronous decorator of its dependency`() async throws {
    final class Uses: @unchecked Sendable {
      @Inject var drink: any Drink
      static func make() -> Uses { Uses() }
    }
    try container.register((any Drink).self) { PlainDrink("w") }
    try container.register((any Drink).self, name: "other") { PlainDrink("o") }
    try container.decorate((any Drink).self) { _, drink in await later(LayeredDrink(drink, "x")) }
    try container.register(initializer: Uses.make)
    #expect(try await container.resolve(Uses.self).drink.taste == "x(w)")
  }

  @Test(arguments: Call.allCases)
  func `an override that replaces or adds a module also adds its decorators`(call: Call) async throws {
    struct Bar: Module {
      func register(in container: Container) throws {
        try container.register((any Drink).self) { PlainDrink("m") }
        try decorate(container, "x")
      }
    }
    struct Ice: Module { func register(in container: Container) throws { try decorate(container, "ice") } }
    try container.register((any Drink).self) { PlainDrink("w") }
    let replaced = try container.overriding { try $0.replace(module: Bar()) }
    #expect(await taste(call, in: replaced) == "x(m)")
    let added = try Container().overriding { try $0.add(module: Bar()) }
    #expect(await taste(call, in: added) == "x(m)")
    let iced = try container.overriding { try $0.add(module: Ice()) }
    #expect(await taste(call, in: iced) == "ice(w)")
  }

  @Test(arguments: Call.allCases)
  func `a wrap override decorates a composite as a whole, and not its elements`(call: Call) async throws {
    try container.register((any Drink).self, name: "n") { PlainDrink("n") }
    try container.register((any Drink).self, composite: AllDrinks.init(drinks:))
    let first = try container.overriding { try $0.wrap((any Drink).self) { LayeredDrink($0, "w") } }
    #expect(await taste(call, in: first) == "w(n)")
    try container.register((any Drink).self) { PlainDrink("p") }
    let second = try container.overriding { try $0.wrap((any Drink).self) { LayeredDrink($0, "w") } }
    #expect(await taste(call, in: second) == "w(n+p)")
    #expect(await taste(call) == "n+p")
  }

  @Test(arguments: Call.allCases)
  func `a composite in a child collects the parent's registration of the same key`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("a") }
    try container.contribute((any Drink).self) { PlainDrink("b") }
    let child = container.makeChild()
    try child.register((any Drink).self, composite: AllDrinks.init(drinks:))
    #expect(await taste(call, in: child) == "a+b")
    try container.register((any Drink).self, name: "n") { PlainDrink("n") }
    let second = container.makeChild()
    try second.register((any Drink).self, name: "n", composite: AllDrinks.init(drinks:))
    #expect(try await call.resolveAll((any Drink).self, by: String.self, in: second).mapValues(\.taste) == ["n": "n"])
  }
}

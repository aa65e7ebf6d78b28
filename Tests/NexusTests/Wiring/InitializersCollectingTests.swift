import TestSupport
import Testing

@MainActor private final class AllDrawn: Drink {
  nonisolated let taste: String
  init(drinks: [any Drink]) { taste = "drawn " + drinks.map(\.taste).joined(separator: "+") }
  init(later drinks: [any Drink], number: Int) async {
    await Task.yield()
    taste = "later \(number) " + drinks.map(\.taste).joined(separator: "+")
  }
}

struct CompositeTests {
  private let container = Container()

  init() throws { try container.register(Int.self) { 7 } }

  @Test(arguments: Call.allCases, AnyScope.allCases)
  func `a single resolve returns a composite of all other registrations`(call: Call, scope: AnyScope) async throws {
    try container.register((any Drink).self) { PlainDrink("a") }
    scope.apply(to: try container.register((any Drink).self, composite: AllDrinks.init(drinks:)))
    try container.register((any Drink).self, name: "n") { PlainDrink("b") }
    try container.contribute((any Drink).self) { PlainDrink("c") }
    for _ in 0..<4 {
      #expect(try await call.resolve((any Drink).self, in: container).taste == "a+b+c")
      #expect(try await call.resolveAll((any Drink).self, in: container).map(\.taste) == ["a", "b", "c"])
    }
    let first = try await call.resolve((any Drink).self, in: container)
    let second = try await call.resolve((any Drink).self, in: container)
    #expect((first === second) == (scope != .transient && scope != .graph))
    try container.register((any Drink).self) { PlainDrink("d") }
    #expect(try await call.resolveAll((any Drink).self, in: container).map(\.taste) == ["b", "c", "d"])
    try container.validate()
  }

  @Test func `an awaiting resolve builds a composite of any effect, with or without rules`() async throws {
    try container.contribute((any Drink).self) { PlainDrink("a") }
    try container.contribute((any Drink).self) { PlainDrink("b") }
    try container.register((any Drink).self, composite: Injection(AllDrinks.init(later:)))
    let error = await Call.synchronous.expectResolveThrows(
      (any Drink).self, in: container, .asynchronousFactory)
    #expect(error?.remedy?.hasPrefix("await it: `try await container.resolve((any Drink).self)`.") == true)
    #expect(try await container.resolve((any Drink).self).taste == "a+b")
    try container.register((any Drink).self, composite: Injection(AllDrawn.init(drinks:)))
    #expect(try await container.resolve((any Drink).self).taste == "drawn a+b")
    try container.register(
      (any Drink).self, composite: Injection(AllDrawn.init(later:number:), with: .auto, .value(8)))
    #expect(try await container.resolve((any Drink).self).taste == "later 8 a+b")
    try container.register((any Drink).self, composite: Injection(AllDrinks.init(drinks:), with: .auto))
    #expect(try await container.resolve((any Drink).self).taste == "a+b")
  }

  @Test(arguments: Call.allCases)
  func `a graph-scoped composite collects from the child, a singleton from its container`(call: Call) async throws {
    for isKept in [false, true] {
      let container = Container()
      try container.contribute((any Drink).self) { PlainDrink("a") }
      let composite = try container.register((any Drink).self, composite: AllDrinks.init(drinks:))
      if isKept { composite.asSingleton() }
      let child = container.makeChild()
      try child.contribute((any Drink).self) { PlainDrink("b") }
      #expect(try await call.resolve((any Drink).self, in: child).taste == (isKept ? "a" : "b+a"))
      #expect(try await call.resolve((any Drink).self, in: container).taste == "a")
      // A registration of the child takes precedence in the child.
      try child.register((any Drink).self) { PlainDrink("own") }
      #expect(try await call.resolve((any Drink).self, in: child).taste == "own")
      #expect(try await call.resolve((any Drink).self, in: container).taste == "a")
    }
  }

  @Test(arguments: Call.allCases)
  func `a child's composite answers there although its parent protects the key`(call: Call) async throws {
    try container.register((any Drink).self, isOverridable: false) { PlainDrink("a") }
    let child = container.makeChild()
    try child.contribute((any Drink).self) { PlainDrink("b") }
    try child.register((any Drink).self, composite: AllDrinks.init(drinks:))
    for container in [child, child.makeChild()] {
      #expect(try await call.resolve((any Drink).self, in: container).taste == "b+a")
    }
    #expect(try await call.resolve((any Drink).self, in: container).taste == "a")
    try child.validate()
  }

  @Test(arguments: Call.allCases)
  func `a decorator decorates the elements of a composite, but not the composite`(call: Call) async throws {
    try container.contribute((any Drink).self) { PlainDrink("a") }
    try container.register((any Drink).self) { PlainDrink("b") }
    try container.register((any Drink).self, composite: AllDrinks.init(drinks:)).asSingleton()
    try container.decorate((any Drink).self, initializer: MixedDrink.init(drink:))
    #expect(try await call.resolve((any Drink).self, in: container).taste == "cached(a)+cached(b)")
    #expect(try await call.resolve((any Drink).self, in: container) is AllDrinks)
    try container.validate()
  }

  @Test(arguments: Call.allCases)
  func `a second composite is a duplicate, and a plain registration beside one is not`(call: Call) async throws {
    try container.register((any Drink).self, composite: AllDrinks.init(drinks:))
    try container.register((any Drink).self, ifRegistered: .fail) { PlainDrink("a") }
    try container.register((any Drink).self, ifRegistered: .keep, composite: Injection(AllDrawn.init(drinks:)))
    #expect(try await call.resolve((any Drink).self, in: container) is AllDrinks)
    let line = #line + 2
    let error = expectThrows(.duplicateRegistration) {
      try container.register((any Drink).self, ifRegistered: .fail, composite: AllDrinks.init(drinks:))
    }
    #expect(error?.failure?.location?.line == UInt(line))
    expectThrows(.duplicateRegistration) {
      try container.register((any Drink).self, ifRegistered: .fail) { PlainDrink("b") }
    }
    try container.register((any Drink).self) { PlainDrink("c") }
    #expect(try await call.resolve((any Drink).self, in: container).taste == "c")
    #expect(container.graphReport().duplicates.count == 1)
  }

  @Test(arguments: [nil, "n"])
  func `the key of a composite and the error for another one have the name it was given`(name: String?) throws {
    let first = try container.register(
      (any Drink).self, name: name, isOverridable: false, composite: AllDrinks.init(drinks:))
    #expect(first.key.name == name && first.key.tag as? String == name)
    let error = expectThrows(.alreadyRegistered) {
      try container.makeChild().register((any Drink).self, name: name, composite: AllDrinks.init(drinks:))
    }
    let label = name == nil ? "" : " under \"n\""
    #expect(error?.description.hasPrefix("Drink is already registered\(label), and protected") == true)
  }

  @Test func `registering a composite throws if its initializer takes no array of its elements`() throws {
    expectThrows(.invalidInstance) {
      try container.register((any Drink).self, composite: MixedDrink.init(drink:))
    }
    // It would lack those without a name.
    expectThrows(.invalidInstance) {
      try container.register((any Drink).self, composite: { (_: [String: any Drink]) in PlainDrink("all") })
    }
    #expect(!container.isRegistered((any Drink).self))
  }

  @Test(arguments: Call.allCases)
  func `a composite is released, unregistered and named like any other registration`(call: Call) async throws {
    try container.register((any Drink).self, name: "n") { PlainDrink("a") }
    try container.register((any Drink).self, composite: AllDrinks.init(drinks:)).asDisposableSingleton()
    let first = try await call.resolve((any Drink).self, in: container)
    await call.release((any Drink).self, in: container)
    #expect(try await call.resolve((any Drink).self, in: container) !== first)
    #expect(try await call.resolve((any Drink).self, name: "n", in: container).taste == "a")
    try container.register((any Drink).self, name: "n", composite: AllDrinks.init(drinks:))
    #expect(try await call.resolve((any Drink).self, name: "n", in: container).taste == "a")
    synchronously { container.unregister((any Drink).self) }
    #expect(!container.isRegistered((any Drink).self) && container.isRegistered((any Drink).self, name: "n"))
    #expect(container.graph.nodes.allSatisfy { $0.key.contains("\"n\"") || $0.key == "Int" })
  }
}

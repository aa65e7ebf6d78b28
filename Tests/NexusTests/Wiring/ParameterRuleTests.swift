import TestSupport
import Testing

struct ParameterRuleTests {
  private struct Pair: Equatable { let left: String, right: String }

  private final class Draft { var text = "" }

  private struct Desk { let draft: Draft, number: Int }

  private enum Side { case left }

  private let container = Container()

  // MARK: Registrations

  @Test(arguments: Call.allCases)
  func `a rule fills a parameter by a name, a key, its type, a value or a closure`(call: Call) async throws {
    try container.register(String.self) { "plain" }
    try container.register(String.self, name: "left") { "l" }
    try container.register(String.self, name: "right") { "r" }
    try container.register(String.self, key: Side.left) { "side" }
    try container.register(String.self, key: 42) { "forty-two" }
    let rules: [(Parameter<String>, String)] = [
      (.named("left"), "l"), (.keyed(Side.left), "side"), (.keyed(42), "forty-two"), (.auto, "plain"),
      (.value("given"), "given"), (Parameter { try $0.resolve(String.self, name: "left") }, "l"),
      (Parameter { _ in "made" }, "made"),
    ]
    for (rule, text) in rules {
      try container.register(initializer: Pair.init, with: rule, .named("right"))
      #expect(try await call.resolve(Pair.self, in: container) == Pair(left: text, right: "r"))
    }
  }

  @Test(arguments: Call.allCases)
  func `a name rule applies to the type inside an optional, a Lazy or a Provider`(call: Call) async throws {
    struct Forms { let some: Int?, none: Int?, lazy: Lazy<Int>, provider: Provider<Int> }
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "two") { 2 }
    try container.register(initializer: Forms.init, with: .named("two"), .named("three"), .named("two"), .named("two"))
    let forms = try await call.resolve(Forms.self, in: container)
    #expect(try forms.some == 2 && forms.none == nil && forms.lazy.value == 2)
    #expect(try synchronously { try forms.provider.get() } == 2)
  }

  @Test(arguments: Call.allCases)
  func `a name rule for an unregistered name throws with the near matches`(call: Call) async throws {
    try container.register(String.self) { "l" }
    try container.register(initializer: Pair.init, with: .auto, .named("right"))
    let error = await call.expectResolveThrows(Pair.self, in: container, .noRegistrationFound)
    #expect(error?.failure?.key.name == "right" && error?.failure?.nearMatches.map(\.difference) == [.label])
  }

  // MARK: Values

  @Test(arguments: Call.allCases)
  func `a value rule is evaluated once and gives each product the same value`(call: Call) async throws {
    let calls = Counter()
    // A draft is not Sendable.
    func makeDraft() -> Draft { calls.count(Draft()) }
    try container.register(initializer: Desk.init(draft:number:), with: .value(makeDraft()), .value(5)).asTransient()
    let first = try await call.resolve(Desk.self, in: container)
    let second = try await call.resolve(Desk.self, in: container)
    #expect(first.draft === second.draft && first.number == 5)
    #expect(calls.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `a value rule takes nil or a closure as its value`(call: Call) async throws {
    struct Machine { let title: String?, step: (Int) -> Int, leap: @Sendable (Int) -> Int }
    try container.register(String.self) { "registered" }
    try container.register(
      initializer: Machine.init, with: .value(nil), .value({ $0 + 1 }), .value({ @Sendable number in number + 10 }))
    let machine = try await call.resolve(Machine.self, in: container)
    #expect(machine.title == nil && machine.step(1) == 2 && machine.leap(1) == 11)
  }

  // MARK: Closures

  @Test(arguments: Call.allCases)
  func `a resolving rule runs for each product, within its resolution tree`(call: Call) async throws {
    let calls = Counter()
    try container.register(Draft.self) { Draft() }
    try container.register(
      initializer: Desk.init, with: .auto,
      .resolving { @Sendable resolver in
        let draft = try resolver.resolve(Draft.self)
        draft.text += "seen"
        return calls.increment()
      }
    ).asTransient()
    let first = try await call.resolve(Desk.self, in: container)
    #expect(first.draft.text == "seen" && first.number == 1)
    #expect(try await call.resolve(Desk.self, in: container).number == 2)
  }

  @Test(arguments: Call.allCases)
  func `a resolving rule that throws fails the resolve with its error`(call: Call) async throws {
    try container.register(initializer: Pair.init, with: .value("l"), .resolving { @Sendable _ in throw Objection() })
    let error = await call.expectResolveThrows(Pair.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Objection == Objection() && error?.failure?.key == Key(Pair.self))
  }

  @Test func `an asynchronous rule is awaited, and a synchronous resolve names its parameter`() async throws {
    try container.register(
      initializer: Desk.init,
      with: Parameter { resolver in try await resolver.resolve(Draft.self) },
      .resolving { @Sendable _ in await later(5) })
    try container.register(Draft.self) { Draft() }
    #expect(try await container.resolve(Desk.self).number == 5)
    let error = await Call.synchronous.expectResolveThrows(Desk.self, in: container, .asynchronousFactory)
    #expect(error?.route == ["ParameterRuleTests.Desk"])
    #expect(error?.headline.contains("has a parameter of type ParameterRuleTests.Draft that is built async") == true)
    try container.register(initializer: Desk.init, with: .auto, .resolving { @Sendable _ in await later(5) })
    let second = await Call.synchronous.error { try await $0.resolve(Desk.self, in: container) }
    let headline =
      "Desk has a parameter of type Int that is built asynchronously, number 2 of 2, and was resolved synchronously."
    #expect(second?.headline.withoutSuites == headline)
  }
}

import AstrojectTesting
import Testing

private final class Keychain: Sendable { init() {} }
private final class Model: @unchecked Sendable {
  @Inject var keychain: Keychain?
}
private final class Window: @unchecked Sendable {
  @InjectLazy var keychain: Keychain?
}
private final class View: Sendable { init(keychain: Keychain?) {} }

struct HintRuleTests {
  private let container = Container()

  private var hints: [String] { container.graphReport().hints.map(\.outline) }

  @Test func `an optional with a Provider of a product that takes arguments is a hint exactly if it is nil`() throws {
    try container.register(Cast.A.self, argument: Int.self) { _, _ in Cast.A() }.dependsOnNothing()
    func check<Need>(_ type: Need?.Type) throws {
      try container.wire(Cast.B.self, type)
      let isNil = try container.resolve(type) == nil
      #expect(container.graphReport().hints.map(\.rule) == (isNil ? [.unprovidedOptional] : []), "\(type)")
    }
    try check(Provider<Cast.A>?.self)
    try check(Provider<Lazy<Cast.A>>?.self)
    try check(Provider<Cast.A?>?.self)
    try check(Lazy<Provider<Cast.A>>?.self)
    try check(Provider<Provider<Cast.A>>?.self)
  }

  @Test func `an instance in graph scope that several singletons hold is a hint, also through transients`() throws {
    try container.wire("A")
    try container.wire("C → A")
    for name in ["x", "y"] {
      try container.wire(Cast.B.self, Cast.A.self, name: name).asSingleton()
      try container.wire(Cast.D.self, Cast.C.self, name: name).asDisposableSingleton()
    }
    #expect(hints == ["split-instance: A", "split-instance: C"])
    let hint = try #require(container.graphReport().hints.first)
    #expect(
      hint.description.shortened.hasPrefix("split-instance: A (graph) is held by 4 singletons: each has its own."))
    let holders = ["B named \"x\"", "D named \"x\"", "B named \"y\"", "D named \"y\""]
    #expect(hint.neededBy.map(\.key.shortened) == holders)
    #expect(container.graphReport().findings.isEmpty)
    try container.validate()
    let error = #expect(throws: GraphError.self) { try container.validate(hints: true) }
    #expect(error?.findings.map(\.rule) == [.splitInstance, .splitInstance])
  }

  @Test func `an instance behind a forwarding is a hint, with scopes other than singletons`() throws {
    try container.wire(Cast.A.self).implements((any Cast.Face).self) { $0 }
    try container.wire(Cast.B.self, (any Cast.Face).self, name: "a").asSingleton()
    try container.wire(Cast.B.self, (any Cast.Face).self, name: "b").asScoped()
    #expect(hints == ["split-instance: A"])
    #expect(container.graphReport().description.contains("Cast.A (graph) is held by 2 cached products"))
  }

  @Test(
    arguments: [
      ("A: singleton", "C → A: singleton"), ("A: graph", "C → A: singleton"), ("A: transient", "C → A: singleton"),
      ("A", "C → A"), ("A", "C → Provider<A>: singleton"), ("A", nil),
    ] as [(String, String?)])
  func `an instance is no hint if it is shared, held once, resolved anew, or meant to be split`(
    held: String, other: String?
  ) throws {
    try container.wire(held)
    try container.wire("B → A: singleton")
    if let other { try container.wire(other) }
    let report = container.graphReport()
    #expect(report.hints.isEmpty)
    // In graph scope by choice, it does not live as long as its holders.
    #expect(report.findings.map(\.rule) == (held == "A: graph" ? [.captiveDependency, .captiveDependency] : []))
  }

  @Test func `the holders in a child and in its parent count together`() throws {
    try container.wire("A", "B → A: singleton")
    let child = container.makeChild()
    try child.wire("C → A: singleton")
    let hints = child.graphReport().hints
    #expect(hints.map(\.rule) == [.splitInstance])
    #expect(hints.first?.headline == "Cast.A (graph) is held by 2 singletons: each has its own.")
    try child.wire("D → A: singleton", "E → A: singleton")
    #expect(child.graphReport().hints.first?.headline == "Cast.A (graph) is held by 4 singletons: each has its own.")
  }

  @Test func `an optional behind a Lazy, a Provider or a property is a hint, too`() throws {
    try container.register(Int.self, initializer: { @Sendable (_: Lazy<Keychain?>) in 1 })
    try container.register(String.self, initializer: { @Sendable (_: Provider<Keychain?>) in "" })
    try container.register(Double.self, initializer: { @Sendable (_: Lazy<Keychain>?) in 1 })
    try container.register(Bool.self, initializer: { @Sendable (_: [Keychain]?) in true })
    try container.register(initializer: Window.init)
    let hint = try #require(container.graphReport().hints.first)
    #expect(hint.need == "Keychain" && hint.neededBy.count == 5 && container.graphReport().hints.count == 1)
    try container.register(initializer: Keychain.init)
    #expect(container.graphReport().hints.isEmpty)
  }

  @Test func `an optional for which nothing is registered is one hint for all who take it`() throws {
    try container.register(initializer: Model.init)
    try container.register(initializer: View.init)
    #expect(hints == ["unprovided-optional: Model, View → Keychain"])
    let text = container.graphReport().description.shortened
    #expect(text.contains("No registration found for Keychain, which 2 registrations may do without."))
    #expect(text.contains("as property `keychain`, if registered"))
    let error = #expect(throws: GraphError.self) { try container.validate(hints: true) }
    #expect(error?.description.contains("Hints:") == false)
    try container.validate(externals: Keychain.self, hints: true)
    try container.register(initializer: Keychain.init)
    try container.validate(hints: true)
  }

  @Test func `hints are found in loops of registrations that live as long as their holders`() throws {
    try container.wire("A", "B → Lazy<C>", "C → Lazy<B>, A")
    for number in 0..<70 { try container.wire(Cast.D.self, Cast.B.self, name: "\(number)").asSingleton() }
    #expect(container.graphReport().hints.first?.neededBy.count == 70)
  }
}

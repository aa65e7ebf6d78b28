import AstrojectTesting
import Testing

private final class Bus: Sendable { init() {} }
private protocol Line: AnyObject, Sendable {}
private final class Cable: Line { init() {} }
private final class Listener: Sendable { init(bus: Bus) {} }
private final class Relay: Sendable { init(bus: Bus) {} }
private final class Station: Sendable { init(relay: Relay) {} }
private final class Phone: Sendable { init(line: any Line) {} }
private final class Keychain: Sendable { init() {} }
private final class Model: @unchecked Sendable {
  @Inject var keychain: Keychain?
  init() {}
}
private final class Window: @unchecked Sendable {
  @InjectLazy var keychain: Keychain?
  init() {}
}
private final class View: Sendable { init(keychain: Keychain?) {} }

struct HintRuleTests {
  private let container = Container()

  private var hints: [String] { container.graphReport().hints.map(\.outline) }

  @Test func `an instance in graph scope that several singletons hold is a hint, also through transients`() throws {
    try container.register(initializer: Bus.init)
    try container.register(initializer: Relay.init)
    for number in 0..<2 {
      try container.register(Listener.self, key: number, initializer: Listener.init).asSingleton()
      try container.register(Station.self, key: number, initializer: Station.init).asDisposableSingleton()
    }
    #expect(hints == ["split-instance: Bus", "split-instance: Relay"])
    let hint = try #require(container.graphReport().hints.first)
    #expect(
      hint.description.shortened.hasPrefix("split-instance: Bus (graph) is held by 4 singletons: each has its own."))
    #expect(
      hint.neededBy.map(\.key.shortened) == [
        "Listener keyed 0", "Station keyed 0", "Listener keyed 1", "Station keyed 1",
      ])
    #expect(container.graphReport().findings.isEmpty)
    try container.validate()
    let error = #expect(throws: GraphError.self) { try container.validate(hints: true) }
    #expect(error?.findings.map(\.rule) == [.splitInstance, .splitInstance])
  }

  @Test func `an instance behind a forwarding is a hint, with scopes other than singletons`() throws {
    try container.register(initializer: Cable.init).implements((any Line).self) { $0 }
    try container.register(Phone.self, name: "a", initializer: Phone.init).asSingleton()
    try container.register(Phone.self, name: "b", initializer: Phone.init).asScoped()
    #expect(hints == ["split-instance: Cable"])
    #expect(container.graphReport().description.contains("Cable (graph) is held by 2 cached products"))
  }

  @Test(arguments: 0..<6)
  func `an instance is no hint if it is shared, held once, resolved anew, or meant to be split`(index: Int) throws {
    let bus = try container.register(initializer: Bus.init)
    switch index {
    case 0: bus.asSingleton()
    case 1: bus.asGraph()
    case 2: bus.asTransient()
    default: break
    }
    try container.register(Listener.self, key: 0, initializer: Listener.init).asSingleton()
    switch index {
    case 3: try container.register(Listener.self, key: 1, initializer: Listener.init)
    case 4: try container.register(initializer: { @Sendable (_: Provider<Bus>) in 1 }).asSingleton()
    case 5: break
    default: try container.register(Listener.self, key: 1, initializer: Listener.init).asSingleton()
    }
    let report = container.graphReport()
    #expect(report.hints.isEmpty)
    // In graph scope by choice, it does not live as long as its holders.
    #expect(report.findings.map(\.rule) == (index == 1 ? [.captiveDependency, .captiveDependency] : []))
  }

  @Test func `the holders in a child and in its parent count together`() throws {
    try container.register(initializer: Bus.init)
    try container.register(Listener.self, key: 0, initializer: Listener.init).asSingleton()
    let child = container.makeChild()
    try child.register(Listener.self, key: 1, initializer: Listener.init).asSingleton()
    let hints = child.graphReport().hints
    #expect(hints.map(\.rule) == [.splitInstance])
    #expect(hints.first?.headline == "Bus (graph) is held by 2 singletons: each has its own.")
    for number in 2..<4 { try child.register(Listener.self, key: number, initializer: Listener.init).asSingleton() }
    #expect(child.graphReport().hints.first?.headline == "Bus (graph) is held by 4 singletons: each has its own.")
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
    try container.register(initializer: Bus.init)
    try container.register(Int.self, initializer: { @Sendable (_: Lazy<String>) in 1 })
    try container.register(String.self, initializer: { @Sendable (_: Lazy<Int>, _: Bus) in "" })
    for number in 0..<70 {
      try container.register(Double.self, key: number, initializer: { @Sendable (_: Int) in 1 }).asSingleton()
    }
    #expect(container.graphReport().hints.first?.neededBy.count == 70)
  }
}

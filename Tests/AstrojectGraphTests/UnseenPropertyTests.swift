import AstrojectTesting
import AstrojectGraph
import TestSupport
import Testing

private final class Wine: Sendable {}
private protocol Cellar {}
private final class RedCellar: Cellar { @Inject(name: "red") var wine: Wine }
private final class PlainCellar { @Inject var wine: Wine }
private final class FullCellar { @Inject var wines: [Wine] }
private final class FormCellar {
  @Inject var one: Wine?
  @Inject var lazy: Lazy<Wine>
  @Inject var provider: Provider<Wine>
}
private protocol Barn {}
private final class EmptyBarn: Barn {}
private protocol Attic {}
private struct OldAttic<Item>: Attic {}

@Suite("Injected properties are seen before an object is made")
struct UnseenPropertyTests {
  private let container = Container()

  /// Whether what was registered last is opaque.
  private var isOpaque: Bool? { container.graph.nodes.last?.isOpaque }

  @Test("where nothing of their type has a name or key", arguments: Call.allCases)
  func plain(call: Call) async throws {
    try container.register(initializer: Wine.init)
    try container.register(initializer: PlainCellar.init)
    try container.register(initializer: FormCellar.init)
    let graph = container.graph
    #expect(graph.nodes.map(\.isOpaque) == [false, false, false])
    #expect(
      graph.outline.filter { $0.contains("property") } == [
        "PlainCellar → Wine required, property wine", "FormCellar → Wine optional, property one",
        "FormCellar → Wine lazy, property lazy", "FormCellar → Wine provider, property provider",
      ])
    _ = try await call.resolve(PlainCellar.self, in: container)
    #expect(container.graph == graph)
    expectValidGraph(container)
  }

  @Test(
    "and not where something has a name, before and after the first object", arguments: Call.allCases, [false, true])
  func named(call: Call, isPlainThere: Bool) async throws {
    if isPlainThere { try container.register(initializer: Wine.init) }
    try container.register(name: "red", initializer: Wine.init)
    try container.register(initializer: RedCellar.init)
    for _ in 1...2 {
      #expect(isOpaque == true)
      #expect(container.graph.edges.isEmpty)
      #expect(container.verdict() == [])
      _ = try await call.resolve(RedCellar.self, in: container)
    }
    #expect(container.graphReport().opaque.count == 1)
  }

  @Test("and not where a parent, or a key, or a form of it has one")
  func elsewhere() throws {
    try container.register(key: 7, initializer: Wine.init)
    let child = try container.makeChild { try $0.register(initializer: FormCellar.init) }
    #expect(child.graph.nodes.first { $0.key.hasSuffix("FormCellar") }?.isOpaque == true)
    let other = try Container {
      try $0.register(initializer: Wine.init)
      try $0.register(Lazy<Wine>.self, name: "later") { Lazy(Wine()) }
      try $0.register(initializer: FormCellar.init)
    }
    #expect(other.graph.nodes.last?.isOpaque == true)
    #expect(other.graph.edges.map(\.property) == ["one", "provider"])
  }

  @Test("but what it gets may be declared, with its name")
  func declared() throws {
    try container.register(name: "red", initializer: Wine.init)
    try container.register(initializer: RedCellar.init).depends(on: Wine.self, name: "red")
    #expect(isOpaque == false)
    #expect(container.graph.outline == ["RedCellar → Wine named \"red\" required, declared"])
    try container.register(initializer: RedCellar.init).depends(on: Wine.self, name: "white")
    #expect(container.verdict() == ["missing-dependency: RedCellar → Wine named \"white\""])
  }

  @Test("but not behind a protocol that a type with some adopts, unless they are declared", arguments: Call.allCases)
  func hiddenBehindProtocol(call: Call) async throws {
    try container.register(name: "red", initializer: Wine.init)
    try container.register((any Cellar).self, initializer: RedCellar.init)
    for _ in 1...2 {
      #expect(isOpaque == true)
      #expect(container.graph.edges.isEmpty)
      _ = try await call.resolve((any Cellar).self, in: container)
    }
    try container.register((any Cellar).self, initializer: RedCellar.init).depends(on: Wine.self, name: "red")
    #expect(isOpaque == false)
  }

  @Test("and do not make a protocol opaque whose types have none")
  func nothingHidden() throws {
    try container.register((any Barn).self, initializer: EmptyBarn.init)
    #expect(isOpaque == false)
    try container.register((any Attic).self, initializer: OldAttic<Int>.init)
    #expect(isOpaque == false)
  }

  @Test("if they are collections, which have no name")
  func collectionsHaveNoName() throws {
    try container.register(name: "red", initializer: Wine.init)
    try container.register(name: "white", initializer: Wine.init)
    try container.register(initializer: FullCellar.init)
    #expect(isOpaque == false)
    #expect(container.graph.edges.map(\.kind) == [.collection, .collection])
  }

  @Test("and are missing where nothing is registered for them")
  func missing() throws {
    try container.register(initializer: PlainCellar.init)
    let error = #expect(throws: GraphError.self) { try container.validate() }
    #expect(error?.findings.map(\.rule) == [.missingDependency])
    #expect(error?.findings.first?.edges.first?.property == "wine")
  }

  @Test("unless a fallback may know them under a name")
  func fallback() throws {
    let container = Container(fallback: Container())
    try container.register(initializer: PlainCellar.init)
    #expect(container.verdict() == [])
    #expect(container.graph.nodes.map(\.isOpaque) == [true])
    try container.register(initializer: Wine.init)
    #expect(container.graph.nodes.map(\.isOpaque) == [false, false])
  }

  // MARK: Rules

  private final class Sun { @Inject var moon: Moon }
  private final class Moon { @Inject var sun: Sun }
  private final class Kiosk { @Inject var wine: Wine }

  @Test("and are checked by every rule, without an object having been made")
  func rules() throws {
    try container.register(initializer: { @Sendable () in Sun() })
    try container.register(initializer: { @Sendable () in Moon() })
    try container.register(initializer: Wine.init).asGraph()
    try container.register(initializer: { @Sendable () in Kiosk() }).asSingleton()
    #expect(container.verdict() == ["cycle: Sun → Moon → Sun", "captive-dependency: Kiosk → Wine"])
  }
}

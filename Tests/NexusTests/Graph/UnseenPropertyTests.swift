import AstrojectTesting
import Nexus
import Testing

private final class Wine: Sendable {}
private protocol Cellar {}
private final class RedCellar: Cellar { @Inject(name: "red") var wine: Wine }
private final class PlainCellar { @Inject var wine: Wine }
private final class FullCellar { @Inject var wines: [Wine] }
private protocol Barn {}
private final class EmptyBarn: Barn {}
private protocol Attic {}
private struct OldAttic<Item>: Attic {}

@Suite("Injected properties of which no object was seen yet")
struct UnseenPropertyTests {
  /// Whether what was registered last is opaque.
  private func isOpaque(in container: Container) -> Bool? { container.graph.nodes.last?.isOpaque }

  @Test(
    "leave their owner opaque, as their names are not known, until its first object is made", arguments: Way.allCases)
  func namesAreUnknown(way: Way) async throws {
    let container = Container()
    try container.register(initializer: Wine.init)
    try container.register(initializer: PlainCellar.init)
    #expect(isOpaque(in: container) == true)
    #expect(container.graph.edges.map(\.to) == [container.graph.nodes[0].id])
    _ = try await way.resolve(PlainCellar.self, in: container)
    #expect(isOpaque(in: container) == false)
    expectValidGraph(container)
  }

  @Test("are found behind a protocol that a type with some adopts, and learned from the first object")
  func hiddenBehindProtocol() throws {
    let container = Container()
    try container.register(name: "red", initializer: Wine.init)
    try container.register((any Cellar).self, initializer: RedCellar.init)
    #expect(isOpaque(in: container) == true)
    #expect(container.graph.edges.isEmpty)
    _ = try container.resolve((any Cellar).self)
    #expect(isOpaque(in: container) == false)
    #expect(container.graph.edges.map(\.need) == ["Wine named \"red\""])
  }

  @Test("do not make a protocol opaque whose types have none")
  func nothingHidden() throws {
    let container = Container()
    try container.register((any Barn).self, initializer: EmptyBarn.init)
    #expect(isOpaque(in: container) == false)
    try container.register((any Attic).self, initializer: OldAttic<Int>.init)
    #expect(isOpaque(in: container) == false)
  }

  @Test("are known if they are collections, which have no name")
  func collectionsHaveNoName() throws {
    let container = Container()
    try container.register(name: "red", initializer: Wine.init)
    try container.register(name: "white", initializer: Wine.init)
    try container.register(initializer: FullCellar.init)
    #expect(isOpaque(in: container) == false)
    #expect(container.graph.edges.map(\.kind) == [.collection, .collection])
  }

  @Test("are not guessed where several names are registered, in whatever form they are")
  func severalNames() throws {
    final class Cabinet {
      @Inject(name: "red") var wine: Lazy<Wine>?
    }
    let container = Container()
    try container.register(name: "red", initializer: Wine.init).asSingleton()
    try container.register(name: "white", initializer: Wine.init).asDisposableSingleton()
    try container.register(initializer: Cabinet.init).asSingleton()
    #expect(isOpaque(in: container) == true)
    #expect(container.graph.edges.isEmpty)
    #expect(container.verdict() == [])
    _ = try container.resolve(Cabinet.self)
    #expect(container.graph.edges.map(\.need) == ["Lazy<Wine> named \"red\""])
    #expect(container.verdict() == [])
  }

  @Test("are missing where nothing is registered for them under any name")
  func missing() throws {
    let container = Container()
    try container.register(initializer: PlainCellar.init)
    let error = #expect(throws: GraphError.self) { try container.validate() }
    #expect(error?.findings.map(\.rule) == [.missingDependency])
    #expect(error?.findings.first?.edges.first?.property == "wine")
  }
}

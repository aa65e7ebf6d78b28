import Foundation
import AstrojectGraph
import TestSupport
import Testing

private enum Trade {
  protocol Storage {}
  final class Disk: Storage { init() {} }
  final class Ledger { init(storage: any Storage, limit: Int, tax: Lazy<Tax>, notes: [Note]) {} }
  final class Tax { init() async {} }
  final class Note { init(missing: Bell?) {} }
  final class Bell {}
}

@Suite("Encoded graphs")
struct GraphCodingTests {
  private func graph() throws -> DependencyGraph {
    let container = Container()
    try container.register((any Trade.Storage).self, initializer: Trade.Disk.init).asSingleton()
    try container.register(
      name: "main", initializer: Trade.Ledger.init, with: .auto, .argument, .auto, .auto
    ).asScoped(to: "day").allowing(.missingContainer, because: "it is for days")
    try container.register(initializer: Trade.Tax.init).asDisposableSingleton()
    for number in 0..<2 { try container.register(key: [number], initializer: Trade.Note.init) }
    try container.register(Bool.self) { resolver in resolver.isRegistered(Trade.Tax.self) }
    return container.graph
  }

  @Test func `the JSON of a graph equals its golden file`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(try graph()), as: UTF8.self)
    expectGolden(text.replacing(#/swift:\d+/#, with: "swift:0") + "\n", "graph.json")
  }

  @Test func `a graph that is decoded from JSON equals the encoded graph`() throws {
    let graph = try graph()
    #expect(try JSONDecoder().decode(DependencyGraph.self, from: JSONEncoder().encode(graph)) == graph)
  }
}

import Foundation
import Testing
import TestSupport

struct GeneratedTextTests {
  private func sketch(_ seed: UInt64) -> Sketch {
    var random = SplitMix(seed)
    var generator = Generator(SplitMix(random.next()))
    var planter = Planter(generator.valid(), SplitMix(random.next()))
    for _ in 0..<4 { planter.plant(random.pick(GraphRule.allCases)) }
    planter.permit()
    return planter.sketch
  }

  private func encoded(_ graph: DependencyGraph) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(graph)
  }

  @Test(arguments: 0..<4)
  func `two generated containers with equal registrations have equal graphs, reports and JSON`(chunk: Int) throws {
    for round in 0..<25 {
      let seed = SplitMix.seed &+ UInt64(4_000_000 + chunk * 1_000 + round)
      let (one, other) = (sketch(seed), sketch(seed))
      #expect(one.description == other.description, "seed \(seed)")
      let (first, second) = (try one.fill(), try other.fill())
      let report = try one.report(of: first[one.view])
      #expect(try other.report(of: second[one.view]) == report, "seed \(seed)")
      let graph = first[one.view].graph
      #expect(graph == report.graph && graph == second[one.view].graph, "seed \(seed)")
      #expect(graph.hashValue == second[one.view].graph.hashValue, "seed \(seed)")
      // So are the first and the second report of one container.
      let again = try other.report(of: second[one.view])
      let text = report.description
      #expect(again == report && again.description == text, "seed \(seed)")
      #expect(!text.contains("0x") && !text.contains("unknown context"), "seed \(seed)\n\(text)")
      let file = try encoded(graph)
      #expect(try file == encoded(second[one.view].graph), "seed \(seed)")
      #expect(!String(decoding: file, as: UTF8.self).contains("0x"), "seed \(seed)")
      #expect(try JSONDecoder().decode(DependencyGraph.self, from: file) == graph, "seed \(seed)")
    }
  }

  @Test func `every node of a generated graph has a unique identity, and every edge refers to nodes`() throws {
    for round in 0..<50 {
      let seed = SplitMix.seed &+ UInt64(5_000_000 + round)
      let sketch = sketch(seed)
      let graph = try sketch.fill()[sketch.view].graph
      let identities = Set(graph.nodes.map(\.id))
      #expect(identities.count == graph.nodes.count, "seed \(seed)\n\(sketch)")
      let isWhole = graph.edges.allSatisfy { edge in
        identities.contains(edge.from) && edge.to.map(identities.contains) ?? true
          && graph.containers.indices.contains(edge.container)
      }
      #expect(isWhole, "seed \(seed)\n\(sketch)")
    }
  }
}

import Foundation
import Testing

@testable import AstrojectGraph
@testable import AstrojectTool

struct JSONTests {
  @Test func `the JSON of a graph has a line for each dependency, and an ordinary decoder reads it`() throws {
    let graph = try SuspectTool.makeContainer().graph
    let text = try JSON.text(of: graph)
    #expect(try JSONDecoder().decode(DependencyGraph.self, from: Data(text.utf8)) == graph)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("{\"container\":") } == graph.edges.count)
    for edge in graph.edges {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let line = String(decoding: try encoder.encode(edge), as: UTF8.self)
      #expect(text.contains("\n\(line)"), "\(line)")
    }
  }

  @Test func `a graph is read from its own JSON, and from that of an ordinary encoder`() throws {
    for graph in [try SuspectTool.makeContainer().graph, try ValidTool.makeContainer().graph, Container().graph] {
      #expect(try JSON.graph(from: Data(try JSON.text(of: graph).utf8)) == graph)
      #expect(try JSON.graph(from: JSONEncoder().encode(graph)) == graph)
      let pretty = JSONEncoder()
      pretty.outputFormatting = .prettyPrinted
      #expect(try JSON.graph(from: pretty.encode(graph)) == graph)
    }
  }

  @Test func `a graph of many dependencies is read in parts`() throws {
    let nodes = (0..<40).map { DependencyGraph.Node.named("N\($0)") }
    let edges = (0..<20_000).map { number in
      DependencyGraph.Edge(
        from: "N\(number % 40)", to: "N\(number * 7 % 40)", need: "N\(number)", kind: .required, site: .property,
        position: nil, property: "p},\n{\(number)", container: 0, isMissing: false)
    }
    let graph = DependencyGraph(
      containers: [DependencyGraph.Level(name: "a \"quoted\" one")], nodes: nodes, edges: edges)
    let text = try JSON.text(of: graph)
    #expect(text.utf8.count > 2 << 20)
    #expect(try JSON.graph(from: Data(text.utf8)) == graph)
    for cut in [text.utf8.count / 2, text.utf8.count - 3] {
      #expect(throws: DecodingError.self) { try JSON.graph(from: Data(text.utf8.prefix(cut))) }
    }
  }
}

extension DependencyGraph.Node {
  static func named(_ id: String) -> Self {
    Self(
      id: id, key: id, type: id, origin: .initializer, scope: .graph, keeper: nil, effect: Effect(),
      ownEffect: Effect(), isOpaque: false, isEager: false, isContribution: false, isDecorator: false,
      isShadowed: false, container: 0, group: nil, location: nil, replaced: nil, allowances: [])
  }
}

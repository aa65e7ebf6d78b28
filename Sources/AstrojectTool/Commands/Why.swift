import Nexus

/// Prints the shortest way from each root to a type.
enum Why: Command {
  static let name = "why"
  static let summary = "Print the shortest way from each root to a type."
  static let operand: String? = "TYPE"
  static let options: [Option] = []

  static func run(_ subject: Subject) throws -> Outcome {
    let graph = try subject.report().graph
    let search = try TypeSearch(subject.invocation.operand ?? "", in: graph, usage: usage)
    let ways = graph.paths(to: search.positions, from: subject.rootPositions(in: graph))
    let names = search.positions.map { graph.nodes[$0].key.escaped(to: .max) }
    if ways.isEmpty { return Outcome(output: "No root leads to \(names.joined(separator: ", ")).\n") }
    let edges = Dictionary(grouping: ways.graph.edges, by: \.from)
    let lines = ways.flatMap { way -> [String] in
      zip(way, way.indices).map { node, position in
        let step = position == 0 ? "" : Steps.text(from: way[position - 1], to: node, edges)
        return Tree.line(step + node.placed, depth: position)
      }
    }
    return Outcome(output: lines.joined(separator: "\n") + "\n")
  }
}

extension Subject {
  /// Returns the positions of the roots; nil if none were named.
  func rootPositions(in graph: DependencyGraph) -> [Int]? {
    roots.isEmpty ? nil : Array(Set(roots.flatMap(graph.positions)).sorted())
  }
}

import Nexus

/// Prints the shortest way from each root to a type.
enum Why: Command {
  static let name = "why"
  static let summary = "Print the shortest way from each root to a type, also to one that is missing."
  static let operand: String? = "TYPE"
  static let options: [Option] = []

  static func run(_ subject: Subject) throws -> Outcome {
    let graph = try subject.report().graph
    let word = subject.invocation.operand ?? ""
    let roots = subject.rootPositions(in: graph)
    let missing = graph.edges.filter { $0.isMissing && TypeSearch.matches($0.need, word) }
    if !missing.isEmpty, (try? TypeSearch(word, in: graph)) == nil {
      let neighbours = Neighbours(graph)
      let owners = missing.compactMap { edge in neighbours.positions[edge.from].map { (position: $0, edge: edge) } }
      let lines = owners.flatMap { owner in
        ways(to: owner.position, in: graph, from: roots, then: "\(owner.edge)")
      }
      return Outcome(output: lines.joined(separator: "\n") + "\n")
    }
    let lines = try TypeSearch(word, in: graph).positions.flatMap { ways(to: $0, in: graph, from: roots) }
    return Outcome(output: lines.joined(separator: "\n") + "\n")
  }

  /// Returns the lines of the ways to a registration, and of a step that follows it.
  private static func ways(
    to target: Int, in graph: DependencyGraph, from roots: [Int]?, then last: String? = nil
  ) -> [String] {
    let ways = graph.paths(to: [target], from: roots)
    if ways.isEmpty {
      let line = "No root leads to \(graph.nodes[target].key)\(last.map { ", which \($0)" } ?? "")."
      return [line.escaped(to: .max)]
    }
    let edges = Dictionary(grouping: ways.graph.edges, by: \.from)
    return ways.flatMap { way -> [String] in
      zip(way, way.indices).map { node, position in
        let step = position == 0 ? "" : Steps.text(from: way[position - 1], to: node, edges)
        return Tree.line(step + node.placed, depth: position)
      } + (last.map { [Tree.line($0, depth: way.count)] } ?? [])
    }
  }
}

extension Subject {
  /// Returns the positions of the roots; nil if none were named.
  func rootPositions(in graph: DependencyGraph) -> [Int]? {
    roots.isEmpty ? nil : Array(Set(roots.flatMap(graph.positions)).sorted())
  }
}

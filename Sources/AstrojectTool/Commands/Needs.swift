import Nexus

/// Prints the tree of what a type needs.
enum Needs: Command {
  static let name = "needs"
  static let summary = "Print the tree of all that a type needs."
  static let operand: String? = "TYPE"
  static let options: [Option] = []

  static func run(_ subject: Subject) throws -> Outcome {
    let graph = try subject.report().graph
    let search = try TypeSearch(subject.invocation.operand ?? "", in: graph, usage: usage)
    let edges = Dictionary(grouping: graph.edges, by: { $0.kind == .decorates ? $0.to ?? "" : $0.from })
    let nodes = Dictionary(graph.nodes.map { ($0.id, $0) }) { first, _ in first }
    var lines: [String] = []
    var shown: Set<DependencyGraph.Node.ID> = []
    // The next line is the last one here, because a deep tree has no place on the stack.
    var rest = search.positions.reversed().map { (node: graph.nodes[$0], step: "", depth: 0) }
    while let (node, step, depth) = rest.popLast() {
      let isNew = shown.insert(node.id).inserted
      let own = edges[node.id] ?? []
      lines.append(Tree.line(step + node.placed + (isNew || own.isEmpty ? "" : " (shown above)"), depth: depth))
      guard isNew else { continue }
      var next: [(node: DependencyGraph.Node, step: String, depth: Int)] = []
      for edge in own {
        let step = edge.kind == .decorates ? "is decorated by " : edge.summary
        if let target = (edge.kind == .decorates ? edge.from : edge.to).flatMap({ nodes[$0] }) {
          next.append((target, edge.kind == .decorates ? step : step + ": ", depth + 1))
        } else {
          lines.append(Tree.line(step, depth: depth + 1))
        }
      }
      rest += next.reversed()
    }
    return Outcome(output: lines.joined(separator: "\n") + "\n")
  }
}

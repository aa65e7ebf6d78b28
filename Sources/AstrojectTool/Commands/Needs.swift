import Nexus

/// Prints the tree of what a type needs.
enum Needs: Command {
  static let name = "needs"
  static let summary = "Print the tree of all that a type needs."
  static let operand: String? = "TYPE"
  static let options: [Option] = []

  static func run(_ subject: Subject) throws -> Outcome {
    let graph = try subject.report().graph
    let search = try TypeSearch(subject.invocation.operand ?? "", in: graph)
    let needs = NeedList(graph)
    let edges = Dictionary(grouping: needs.edges, by: { $0.kind == .decorates ? $0.to ?? "" : $0.from })
    let nodes = Dictionary(graph.nodes.map { ($0.id, $0) }) { first, _ in first }
    var lines: [String] = []
    // A node that many others need has many lines.
    var shown: [DependencyGraph.Node.ID: String] = [:]
    // The next line is the last one here, because a deep tree has no place on the stack.
    var rest: [(node: DependencyGraph.Node?, step: String, depth: Int)] =
      search.positions.reversed().map { (graph.nodes[$0], "", 0) }
    while let (node, step, depth) = rest.popLast() {
      guard let node else {
        lines.append(Tree.line(step, depth: depth))
        continue
      }
      // A decorator is shown below what it decorates.
      if let again = shown[node.id] {
        if depth > 0 { lines.append(Tree.line(step, depth: depth) + again) }
        continue
      }
      let own = edges[node.id] ?? []
      let text = node.placed.escaped(to: .max)
      shown[node.id] = own.isEmpty ? text : text + " (shown above)"
      lines.append(Tree.line(step, depth: depth) + text)
      rest += own.reversed().map { edge in
        if edge.kind == .decorates { return (nodes[edge.from], "is decorated by ", depth + 1) }
        let target = edge.to.flatMap { nodes[$0] }
        return (target, needs.text(of: edge) + (target == nil ? "" : ": "), depth + 1)
      }
    }
    return Outcome(output: lines.joined(separator: "\n") + "\n")
  }
}

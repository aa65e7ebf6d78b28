import Nexus

/// The registrations next to each registration of a graph, by their positions in its list.
package struct Neighbours {
  /// The positions of the registrations, by identity.
  package let positions: [DependencyGraph.Node.ID: Int]
  /// The registrations that each one needs, each once, in the order of the edges.
  package private(set) var needs: [[Int]]
  /// The registrations that need each one, each once.
  package private(set) var neededBy: [[Int]]

  /// - Complexity: Linear in the size of the graph.
  package init(_ graph: DependencyGraph) {
    positions = Dictionary(graph.nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    needs = Array(repeating: [], count: graph.nodes.count)
    neededBy = needs
    var seen: Set<Pair> = []
    for edge in graph.edges {
      guard let from = positions[edge.from], let to = edge.to.flatMap({ positions[$0] }) else { continue }
      // What is decorated is made with its decorator, against the edge.
      let (owner, need) = edge.kind == .decorates ? (to, from) : (from, to)
      guard owner != need, seen.insert(Pair(owner: owner, need: need)).inserted else { continue }
      needs[owner].append(need)
      neededBy[need].append(owner)
    }
  }

  private struct Pair: Hashable {
    let owner: Int
    let need: Int
  }

  /// The registrations that nothing needs.
  package var roots: [Int] { neededBy.indices.filter { neededBy[$0].isEmpty } }
}

extension DependencyGraph {
  /// Returns the positions of the registrations of a type, with any name or key.
  package func positions(of type: Any.Type) -> [Int] {
    let name = TypeName(type).qualified
    return nodes.indices.filter { nodes[$0].type == name }
  }

  /// Returns the part of the graph with some registrations and the dependencies between them.
  func part(_ isMember: (Int) -> Bool) -> DependencyGraph {
    let members = nodes.indices.filter(isMember).map { nodes[$0] }
    let ids = Set(members.map(\.id))
    return DependencyGraph(
      containers: containers, nodes: members,
      edges: edges.filter { edge in ids.contains(edge.from) && edge.to.map(ids.contains) ?? true })
  }
}

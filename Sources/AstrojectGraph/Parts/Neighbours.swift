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

  /// Returns registrations, and all that others lead to within a number of steps.
  static func reached(from start: [Int], by next: [[Int]], depth: Int = .max) -> Set<Int> {
    var reached = Set(start)
    var line = start
    var rest = depth
    while rest > 0, !line.isEmpty {
      line = line.flatMap { next[$0] }.filter { reached.insert($0).inserted }
      rest -= 1
    }
    return reached
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

  /// Returns the positions of all registrations of some types, in order of registration; nil if there are no types.
  package func positions(ofRoots types: [Any.Type]) -> [Int]? {
    types.isEmpty ? nil : Set(types.flatMap(positions)).sorted()
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

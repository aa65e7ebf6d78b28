/// The parts of a graph that a page has: all of a graph of usual size, and a fair share of a huge one.
struct PageLimits {
  static let mostNodes = 10_000
  static let mostEdges = 100_000
  static let mostFindings = 1_000
  /// The number of registrations that are listed for one finding.
  static let mostPlaces = 200
  /// The length from which a text is cut, in scalars.
  static let mostText = 2_000

  /// The indices of the nodes, by their identities.
  let indices: [DependencyGraph.Node.ID: Int]
  /// The indices of the edges of each node, in their order.
  private(set) var edges: [[Int]]
  /// The number of edges that are left out, by the node that has them.
  private(set) var omittedNeeds: [Int]
  /// The number of edges that are left out, by the node that they lead to.
  private(set) var omittedUses: [Int]
  /// The number of edges that are left out.
  private(set) var omission = 0
  /// The number of edges that a node keeps at most; nil if each keeps all.
  let share: Int?

  init(_ graph: DependencyGraph) {
    let count = min(graph.nodes.count, PageLimits.mostNodes)
    let indices = Dictionary(graph.nodes.prefix(count).enumerated().map { ($1.id, $0) }) { first, _ in first }
    self.indices = indices
    edges = Array(repeating: [], count: count)
    omittedNeeds = Array(repeating: 0, count: count)
    omittedUses = Array(repeating: 0, count: count)
    let owners = graph.edges.map { indices[$0.from] ?? -1 }
    for owner in owners where owner >= 0 { omittedNeeds[owner] += 1 }
    let share = PageLimits.share(of: omittedNeeds)
    self.share = share < omittedNeeds.max() ?? 0 ? share : nil
    // A missing dependency is kept before all others.
    for isMissing in [true, false] {
      for (index, owner) in owners.enumerated() where graph.edges[index].isMissing == isMissing {
        guard owner >= 0, edges[owner].count < share else {
          omission += 1
          if let end = graph.edges[index].to.flatMap({ indices[$0] }) { omittedUses[end] += 1 }
          continue
        }
        edges[owner].append(index)
        omittedNeeds[owner] -= 1
      }
    }
    for owner in edges.indices { edges[owner].sort() }
  }

  /// Returns the largest number of edges that each node may keep so that all together are not too many.
  private static func share(of counts: [Int]) -> Int {
    var (fits, tooMany) = (0, (counts.max() ?? 0) + 1)
    while fits + 1 < tooMany {
      let middle = (fits + tooMany) / 2
      if counts.reduce(0, { $0 + min($1, middle) }) <= mostEdges { fits = middle } else { tooMany = middle }
    }
    return fits
  }
}

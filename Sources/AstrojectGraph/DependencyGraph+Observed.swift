import Nexus

extension DependencyGraph {
  /// Returns the graph with an edge for each dependency that a trace has observed and the graph does not know.
  ///
  /// The new edges are marked as observed. They show the dependencies that opaque closures have resolved so far. A
  /// closure may resolve others later, so the nodes stay opaque.
  ///
  /// The cost grows with the size of the graph and of the trace.
  ///
  /// ```swift
  /// let trace = container.resolutionTrace()
  /// _ = try container.resolve(App.self)
  /// print(container.graph.adding(observed: trace).mermaid)
  /// ```
  /// - Parameter trace: A trace of the same registrations. A decoded graph does not know its registrations any more:
  ///   nothing is added to it.
  /// - Returns: The graph with the observed edges behind the other edges of each registration.
  public func adding(observed trace: ResolutionTrace) -> DependencyGraph {
    guard let origin = origin.value else { return self }
    // The trace sees the decorated product ask for its decorator. The graph has the opposite edge for that already.
    let decorators = Set(nodes.filter(\.isDecorator).map(\.id))
    var known = Set(edges.compactMap { edge in edge.to.map { [edge.from, $0] } })
    let keys = Dictionary(nodes.map { ($0.id, $0.key) }) { first, _ in first }
    // A child that was asked is not in the graph; the level of the registration is used instead.
    let levels = Dictionary(nodes.map { ($0.id, $0.container) }) { first, _ in first }
    var observed: [Node.ID: [Edge]] = [:]
    for use in trace.observedUses {
      guard let from = origin.nodes[use.user], let to = origin.nodes[use.used], !decorators.contains(to),
        known.insert([from, to]).inserted
      else { continue }
      observed[from, default: []].append(
        Edge(
          from: from, to: to, need: keys[to] ?? to, kind: .observed, site: .observed, position: nil, property: nil,
          container: origin.levels[use.core] ?? levels[from] ?? 0, isMissing: false))
    }
    let grouped = Dictionary(grouping: edges, by: \.from)
    var result = self
    result.edges = nodes.flatMap { (grouped[$0.id] ?? []) + (observed[$0.id] ?? []) }
    return result
  }
}

import Nexus

extension DependencyGraph {
  /// The graph with what a trace has seen: for each registration whose build was seen to ask for another one, an edge
  /// marked as observed, unless the graph has one anyway.
  ///
  /// So what opaque closures resolve gets into the picture, as far as it has happened. It is no proof: what was not
  /// seen may be resolved all the same, and the nodes stay opaque.
  ///
  /// ```swift
  /// let trace = container.resolutionTrace()
  /// _ = try container.resolve(App.self)
  /// print(container.graph.adding(observed: trace).mermaid)
  /// ```
  /// - Parameter trace: A trace of the same registrations. A graph that was decoded does not know its registrations any
  ///   more; nothing is added to it.
  public func adding(observed trace: ResolutionTrace) -> DependencyGraph {
    guard let origin = origin.value else { return self }
    // That something was surrounded is said the other way round.
    let decorators = Set(nodes.filter(\.isDecorator).map(\.id))
    var known = Set(edges.compactMap { edge in edge.to.map { [edge.from, $0] } })
    let keys = Dictionary(nodes.map { ($0.id, $0.key) }) { first, _ in first }
    // A child that was asked is not in the graph.
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

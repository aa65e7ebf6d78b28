/// The dependencies of a graph as a person reads them: one that several containers look up alike is there once.
///
/// A registration of a parent is built by each child that asks for it, so the graph has its dependencies once for each.
package struct NeedList {
  /// A dependency, without the container that looks it up and what is found.
  private struct Lookup: Hashable {
    let from: DependencyGraph.Node.ID
    let need: String
    let kind: DependencyGraph.Edge.Kind
    let site: DependencyGraph.Edge.Site
    let position: Int?
    let property: String?
  }

  private struct AnsweredLookup: Hashable {
    let lookup: Lookup
    let to: DependencyGraph.Node.ID?
    let missingKey: String?
  }

  /// The dependencies, in their order.
  package private(set) var edges: [DependencyGraph.Edge] = []
  /// The dependencies that different containers look up with different results.
  private var divided: Set<Lookup> = []
  private let titles: [String]

  package init(_ graph: DependencyGraph) {
    titles = graph.titles
    var answered: Set<AnsweredLookup> = []
    var containers: [Lookup: Int] = [:]
    for edge in graph.edges {
      let lookup = NeedList.lookup(of: edge)
      guard answered.insert(AnsweredLookup(lookup: lookup, to: edge.to, missingKey: edge.missingKey)).inserted else {
        continue
      }
      edges.append(edge)
      if containers[lookup] == nil { containers[lookup] = edge.container }
      if containers[lookup] != edge.container { divided.insert(lookup) }
    }
  }

  private static func lookup(of edge: DependencyGraph.Edge) -> Lookup {
    Lookup(
      from: edge.from, need: edge.need, kind: edge.kind, site: edge.site, position: edge.position,
      property: edge.property)
  }

  /// Returns the text of a dependency, which names the container that looks it up if another one finds something else.
  package func text(of edge: DependencyGraph.Edge) -> String {
    guard divided.contains(NeedList.lookup(of: edge)), titles.indices.contains(edge.container) else { return "\(edge)" }
    return "\(edge), looked up in \(titles[edge.container])"
  }
}

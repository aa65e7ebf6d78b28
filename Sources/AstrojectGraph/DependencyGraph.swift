/// The registrations of a container and of its parents, and what each of them gets: a value that can be looked at,
/// drawn, compared and stored.
///
/// ```swift
/// let graph = container.graph
/// print(graph.mermaid)
///
/// let encoder = JSONEncoder()
/// encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
/// try encoder.encode(graph).write(to: snapshot)
/// ```
///
/// Nothing in it is an address or depends on the run: two containers that were filled in the same way have equal
/// graphs. (`JSONEncoder` itself puts the keys of objects into any order, unless they are to be sorted.)
public struct DependencyGraph: Sendable, Hashable, Codable {
  /// A container whose registrations are in the graph.
  public struct Level: Sendable, Hashable, Codable {
    /// What it was called when it was made as a child.
    public let name: String?

    init(name: String?) { self.name = name }
  }

  /// The container that was asked, its parent, and so on.
  public let containers: [Level]
  /// The registrations, in the order in which they were made.
  public let nodes: [Node]
  /// What they get: in the order of the nodes, and of the parameters.
  public internal(set) var edges: [Edge]

  /// Where it comes from, unless it was decoded.
  var origin = Unlisted<GraphOrigin>(nil)

  private enum CodingKeys: CodingKey { case containers, nodes, edges }

  init(containers: [Level], nodes: [Node], edges: [Edge]) {
    self.containers = containers
    self.nodes = nodes
    self.edges = edges
  }

  /// The registration with an identity; all nodes are looked through.
  public func node(_ id: Node.ID) -> Node? { nodes.first { $0.id == id } }

  /// What a registration gets; all edges are looked through.
  public func edges(from id: Node.ID) -> [Edge] { edges.filter { $0.from == id } }

  /// Who gets a registration's product; all edges are looked through.
  public func edges(to id: Node.ID) -> [Edge] { edges.filter { $0.to == id } }
}

/// The registrations of a container and its parents, and the dependencies of each: a value to inspect, draw, compare
/// and store.
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
/// Nothing in it is an address or depends on the run: two containers with the same registrations have equal graphs.
/// `JSONEncoder` orders the keys of objects only if it is told to.
///
/// The lookups by identity are linear in the size of the graph.
public struct DependencyGraph: Sendable, Hashable {
  /// A container whose registrations are in the graph.
  public struct Level: Sendable, Hashable, Codable {
    /// The name that it was given when it was made as a child; nil if it has none.
    public let name: String?

    init(name: String?) { self.name = name }
  }

  /// The container that was asked, its parent, and so on.
  public let containers: [Level]
  /// The registrations, in the order in which they were made.
  public let nodes: [Node]
  /// The dependencies, in the order of the nodes and of the parameters.
  public internal(set) var edges: [Edge]

  /// The registrations behind the graph; nil if it was decoded.
  var origin = Unlisted<GraphOrigin>(nil)

  package init(containers: [Level], nodes: [Node], edges: [Edge]) {
    self.containers = containers
    self.nodes = nodes
    self.edges = edges
  }

  /// Returns the registration with an identity, in linear time.
  ///
  /// - Parameter id: The ``Node/id`` of the registration.
  /// - Returns: The registration; nil if the graph has none with this identity.
  public func node(_ id: Node.ID) -> Node? { nodes.first { $0.id == id } }

  /// Returns the dependencies of a registration, in linear time.
  ///
  /// - Parameter id: The ``Node/id`` of the registration.
  public func edges(from id: Node.ID) -> [Edge] { edges.filter { $0.from == id } }

  /// Returns the dependencies that a registration provides, in linear time.
  ///
  /// - Parameter id: The ``Node/id`` of the registration.
  public func edges(to id: Node.ID) -> [Edge] { edges.filter { $0.to == id } }
}

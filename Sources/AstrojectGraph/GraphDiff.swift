/// What has to change in a graph to make another one of it.
///
/// ```swift
/// let snapshot = try JSONDecoder().decode(DependencyGraph.self, from: Data(contentsOf: file))
/// let diff = snapshot.diff(container.graph)
/// #expect(diff.isEmpty, "\(diff)")
/// ```
///
/// A registration is the same if its ``DependencyGraph/Node/id`` is; of those that only a number tells apart, if it is
/// alike in all else. Where it stands in the source is no difference, so that a snapshot does not change when a line
/// moves; neither is the order of registrations.
///
/// What a registration gets is the same if it goes to the same place, a parameter or a property, or is for the same
/// need in another place. So a parameter whose type, kind or target is another one has changed, as have those that
/// another parameter moves along.
public struct GraphDiff: Sendable, Hashable, Codable {
  /// What there is of something in both graphs, but not in the same way.
  public struct Change<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// How it was.
    public let old: Value
    /// How it is.
    public let new: Value
  }

  /// What differs among things of one kind.
  public struct Changes<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// What only the new graph has, in its order.
    public let added: [Value]
    /// What only the old graph has, in its order.
    public let removed: [Value]
    /// What both have, but not in the same way, in the order of the new graph.
    public let changed: [Change<Value>]

    /// Whether there is no difference.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
  }

  /// The containers, if they are not the same in number and name.
  public let containers: Change<[DependencyGraph.Level]>?
  /// The registrations.
  public let nodes: Changes<DependencyGraph.Node>
  /// What they get.
  public let edges: Changes<DependencyGraph.Edge>

  /// Whether the graphs are the same but for places in the source and the order of registrations.
  public var isEmpty: Bool { containers == nil && nodes.isEmpty && edges.isEmpty }
}

extension DependencyGraph {
  /// What changes from this graph to another one.
  ///
  /// Places in the source are not compared, nor is the order of registrations.
  public func diff(_ other: DependencyGraph) -> GraphDiff { GraphDiff(from: self, to: other) }
}

/// The changes that turn one graph into another.
///
/// ```swift
/// let snapshot = try JSONDecoder().decode(DependencyGraph.self, from: Data(contentsOf: file))
/// let diff = snapshot.diff(container.graph)
/// #expect(diff.isEmpty, "\(diff)")
/// ```
///
/// Registrations match by ``DependencyGraph/Node/id``. If only a number tells some apart, those that are alike in all
/// else match. Source locations and the order of registrations are not compared. So a snapshot does not change if a
/// line moves.
///
/// Dependencies match if they have the same site (a parameter or a property), or the same need at another site. So a
/// parameter whose type, kind or target differs has changed. Parameters that move because another was inserted have
/// changed, too.
public struct GraphDiff: Sendable, Hashable, Codable {
  /// A value that both graphs have, and that differs between them.
  ///
  /// The two are equal if a dependency is on another registration, which has the identity of the old one now.
  public struct Change<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The value in the old graph.
    public let old: Value
    /// The value in the new graph.
    public let new: Value
  }

  /// The differences between values of one type.
  public struct Changes<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The values that only the new graph has, in its order.
    public let added: [Value]
    /// The values that only the old graph has, in its order.
    public let removed: [Value]
    /// The values that both graphs have and that differ, in the order of the new graph.
    public let changed: [Change<Value>]

    /// True if there is no difference.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
  }

  /// The containers of both graphs; nil if they agree in number and names.
  public let containers: Change<[DependencyGraph.Level]>?
  /// The differences between the registrations.
  public let nodes: Changes<DependencyGraph.Node>
  /// The differences between the dependencies.
  public let edges: Changes<DependencyGraph.Edge>

  /// True if the graphs differ at most in source locations and in the order of registrations.
  public var isEmpty: Bool { containers == nil && nodes.isEmpty && edges.isEmpty }
}

extension DependencyGraph {
  /// Returns the changes from this graph to another one.
  ///
  /// Source locations and the order of registrations are not compared. The time is linear in the size of both graphs.
  ///
  /// - Parameter other: The new graph.
  /// - Returns: The changes; ``GraphDiff/isEmpty`` if there are none.
  public func diff(_ other: DependencyGraph) -> GraphDiff { GraphDiff(from: self, to: other) }
}

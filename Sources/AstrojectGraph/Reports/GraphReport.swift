/// The result of checking a graph.
public struct GraphReport: Sendable, Hashable {
  /// A finding that an allowance silences.
  public struct Silenced: Sendable, Hashable, Codable {
    /// The finding.
    public let finding: GraphFinding
    /// The reason that the allowance states.
    public let reason: String
  }

  /// An allowance that silences nothing.
  public struct IdleAllowance: Sendable, Hashable, Codable {
    /// The registration that has it.
    public let node: DependencyGraph.Node
    /// The allowance.
    public let allowance: DependencyGraph.Node.Allowance
  }

  /// A registration that a dictionary leaves out, because its key has another type than those of the dictionary.
  public struct LeftOut: Sendable, Hashable, Codable {
    /// The registration that is left out.
    public let node: DependencyGraph.Node
    /// The type of the dictionary: `Dictionary<Theme, Painter>`.
    public let dictionary: String
  }

  /// The graph that was checked.
  public let graph: DependencyGraph
  /// The findings, in the order of their source locations.
  public let findings: [GraphFinding]
  /// The findings of the rules `splitInstance` and `unprovidedOptional`, which may be no mistakes.
  public let hints: [GraphFinding]
  /// The findings that `allowing(_:because:)` silences.
  public let silenced: [Silenced]
  /// The allowances that silence nothing.
  public let idleAllowances: [IdleAllowance]
  /// The registrations that a dictionary leaves out, because their keys have another type.
  public let leftOut: [LeftOut]
  /// The registrations that no root reaches and `bootstrap` does not build; empty if no roots were named.
  public let unused: [DependencyGraph.Node]

  /// The reasons for which registrations are opaque, by their identities.
  package let opacity: [DependencyGraph.Node.ID: String]

  /// The registrations that have replaced another one of the same container.
  public var duplicates: [DependencyGraph.Node] { graph.nodes.filter { $0.replaced != nil } }

  /// The registrations that may have dependencies that are not known.
  public var opaque: [DependencyGraph.Node] { graph.nodes.filter { $0.isOpaque && !$0.isShadowed } }
}

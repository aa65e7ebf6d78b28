/// What a check of a graph has found.
public struct GraphReport: Sendable, Hashable {
  /// A finding that is not to be reported.
  public struct Silenced: Sendable, Hashable {
    /// What was found.
    public let finding: GraphFinding
    /// Why it is right here.
    public let reason: String
  }

  /// An allowance that silences nothing.
  public struct IdleAllowance: Sendable, Hashable {
    /// The registration that has it.
    public let node: DependencyGraph.Node
    /// What was not found.
    public let allowance: DependencyGraph.Node.Allowance
  }

  /// A registration whose key is of another type than that of a dictionary that something asks for.
  public struct LeftOut: Sendable, Hashable {
    /// The registration that is not in it.
    public let node: DependencyGraph.Node
    /// The type of the dictionary: `Dictionary<Theme, Painter>`.
    public let dictionary: String
  }

  /// The graph that was checked.
  public let graph: DependencyGraph
  /// What is wrong, in the order of the places in the source.
  public let findings: [GraphFinding]
  /// What was found, and is silenced by `allowing(_:because:)`.
  public let silenced: [Silenced]
  /// What is silenced by an `allowing(_:because:)`, and was not found.
  public let idleAllowances: [IdleAllowance]
  /// What is registered for the values of a dictionary under a key of another type, and so is not in it.
  public let leftOut: [LeftOut]
  /// The registrations that no root reaches and `bootstrap` does not build; empty where no roots were named.
  public let unused: [DependencyGraph.Node]

  /// The registrations that have taken the place of another one of the same container.
  public var duplicates: [DependencyGraph.Node] { graph.nodes.filter { $0.replaced != nil } }

  /// The registrations of which it is not known all that they need.
  public var opaque: [DependencyGraph.Node] { graph.nodes.filter { $0.isOpaque && !$0.isShadowed } }
}

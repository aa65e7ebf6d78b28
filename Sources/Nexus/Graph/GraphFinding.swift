import Astroject

/// Something in a graph of dependencies that breaks a rule.
public struct GraphFinding: Sendable, Hashable {
  /// The rule that is broken.
  public let rule: GraphRule
  /// The registration that is at fault; nil for a root that is not registered.
  public let node: DependencyGraph.Node?
  /// The edges that show it: the one that leads nowhere, a loop, the way from a holder to what it holds.
  public let edges: [DependencyGraph.Edge]
  /// The registrations along these edges.
  public let nodes: [DependencyGraph.Node]
  /// The way from the nearest root to the registration; of a long one the first four and the last six. Where no roots were
  /// named, what nobody needs is one.
  public let path: [DependencyGraph.Node]
  /// How many registrations on the way are left out.
  public let pathOmission: Int
  /// What is not there.
  public let need: Key?
  /// What is registered and looks like what is not there.
  public let nearMatches: [AstrojectError.NearMatch]
  /// What is to be written in code about it.
  let code: Code

  /// Types and rules as they are written in code.
  struct Code: Sendable, Hashable {
    /// The type of the registration, before `.self`.
    let subject: String
    /// What is asked for along the edges: `[any Plugin]`.
    let needs: [String]
    /// What resolves it: `Store.self, name: "main"`.
    let requests: [String]
    /// The line that registers what is not there.
    let registration: String
    /// The rules of the initializer's parameters.
    let rules: [String]
    /// Whether a part of a loop comes when its owner has been made.
    let isLoose: Bool
  }
}

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

  /// The graph that was checked.
  public let graph: DependencyGraph
  /// What is wrong, in the order of the places in the source.
  public let findings: [GraphFinding]
  /// What was found, and is silenced by `allowing(_:because:)`.
  public let silenced: [Silenced]
  /// What is silenced by an `allowing(_:because:)`, and was not found.
  public let idleAllowances: [IdleAllowance]
  /// The registrations that no root reaches and `bootstrap` does not build; empty where no roots were named.
  public let unused: [DependencyGraph.Node]

  /// The registrations of which it is not known all that they need.
  public var opaque: [DependencyGraph.Node] { graph.nodes.filter { $0.isOpaque && !$0.isShadowed } }
}

/// Thrown where a graph breaks rules: all that was found, at once.
///
/// Its `description` numbers what was found, and says of each what, where, on which path, what may have been meant, and
/// how to mend it.
public struct GraphError: Error, Sendable, Hashable {
  /// What was found, and what was silenced.
  public let report: GraphReport

  /// What is wrong, in the order of the places in the source.
  public var findings: [GraphFinding] { report.findings }
  /// The graph that was checked.
  public var graph: DependencyGraph { report.graph }
}

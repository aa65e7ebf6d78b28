import Nexus

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
  /// The way from the nearest root to the registration; of a long one the first four and the last six. Where no roots
  /// were named, what nobody needs is one.
  public let path: [DependencyGraph.Node]
  /// How many registrations on the way are left out.
  public let pathOmission: Int
  /// What is not there.
  public let need: Key?
  /// The registrations that look like what is not there, the nearest first: at most twelve, ten where there are more.
  public let nearMatches: [AstrojectError.NearMatch]
  /// The number of further registrations that look like what is not there.
  public let nearMatchOmission: Int
  /// The names of the containers that there are, where a scope names another one.
  public let containerNames: [String]
  /// What is to be written in code about it.
  let code: Code

  /// Types and rules as they are written in code.
  struct Code: Sendable, Hashable {
    /// The type of the registration, before `.self`.
    let subject: String
    /// What is asked for along the edges.
    let questions: [Question]
    /// The line that registers what is not there.
    let registration: String
    /// The rules of the initializer's parameters.
    let rules: [String]
    /// Whether a part of a loop comes when its owner has been made.
    let isLoose: Bool
    /// True if what is held is kept by a container that does not exist where it is held.
    let isOutOfReach: Bool
    /// The arguments to give to what takes some.
    let arguments: String
  }

  /// What is asked for along an edge.
  struct Question: Sendable, Hashable {
    /// The type that a `Lazy` or a `Provider` would be of: `[any Plugin]`.
    let type: String
    /// What is given to `resolve`: `Store.self, name: "main"`.
    let request: String
  }
}

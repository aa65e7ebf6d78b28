/// A violation of a rule in a dependency graph.
///
/// It is a value without types, keys or addresses: it can be stored, and read in another process.
public struct GraphFinding: Sendable, Hashable, Codable {
  /// The violated rule.
  public let rule: GraphRule
  /// The location of the registration at fault, of several the first that was registered.
  ///
  /// It is nil for a root that is not registered, for a container that cannot be looked at, and for the rule `opaque`.
  public let location: CodeLocation?
  /// The problem in one line, without the rule.
  public let headline: String
  /// The lines of the description between the headline and the remedy: the places, the path, near matches.
  public let details: [String]
  /// The change that mends it.
  public let remedy: String
  /// The registration at fault; nil for a root that is not registered, for a container that cannot be looked at, and
  /// for the rule `opaque`.
  public let node: DependencyGraph.Node?
  /// The edges that show it: those that lead to what is missing, a loop, or the path from a holder to the product that
  /// it holds.
  public let edges: [DependencyGraph.Edge]
  /// The registrations along the edges.
  public let nodes: [DependencyGraph.Node]
  /// The registrations that need or hold what the finding is about, in order of registration.
  ///
  /// Empty for rules that concern one registration or the path between two.
  public let neededBy: [DependencyGraph.Node]
  /// The path from the nearest root to the registration: of a long path, the first four nodes and the last six.
  ///
  /// If no roots were named, each registration that no other one needs is a root.
  public let path: [DependencyGraph.Node]
  /// The number of nodes that the path leaves out.
  public let pathOmission: Int
  /// The key that is not registered, as it is printed: `Service named "main"`.
  public let need: String?
  /// The registrations similar to the missing one, a line for each, the nearest first.
  ///
  /// There are at most twelve, or ten of more than twelve and a line with the number of the others.
  public let nearMatches: [String]
}

extension GraphFinding {
  init(_ draft: FindingDraft) {
    self.init(
      rule: draft.rule, location: draft.node?.location, headline: draft.headline, details: draft.details,
      remedy: draft.remedy, node: draft.node, edges: draft.edges, nodes: draft.nodes, neededBy: draft.neededBy,
      path: draft.path, pathOmission: draft.pathOmission, need: draft.need.map { _ in draft.needText },
      nearMatches: draft.nearMatchLines)
  }

  /// Creates the finding about a container that cannot be looked at.
  init(_ error: AstrojectError) {
    let texts = error.failures.first.map { (error.headline($0), error.remedy($0)) }
    self.init(
      rule: .missingContainer, location: nil, headline: texts?.0 ?? "", details: [], remedy: texts?.1 ?? "", node: nil,
      edges: [], nodes: [], neededBy: [], path: [], pathOmission: 0, need: nil, nearMatches: [])
  }
}

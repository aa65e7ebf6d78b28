/// An error with all findings of a graph, thrown by `validate`.
///
/// Its `description` numbers the findings. Each states the problem, its location, the path to it, near matches and a
/// remedy.
public struct GraphError: Error, Sendable, Hashable {
  /// The findings, and the other results of the check.
  public let report: GraphReport

  /// The findings, in the order of their source locations.
  public var findings: [GraphFinding] { report.findings }
  /// The graph that was checked.
  public var graph: DependencyGraph { report.graph }
}

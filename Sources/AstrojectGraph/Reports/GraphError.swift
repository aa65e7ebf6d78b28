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

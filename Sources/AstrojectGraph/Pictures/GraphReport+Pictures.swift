extension GraphReport {
  /// The picture of the graph in Mermaid's language, with what is wrong in red; see ``DependencyGraph/mermaid``.
  public var mermaid: String { graph.mermaid(failing: highlight) }

  /// The picture of the graph in Graphviz's language, with what is wrong in red; see ``DependencyGraph/dot``.
  public var dot: String { graph.dot(failing: highlight) }

  private var highlight: DependencyGraph.Highlight {
    DependencyGraph.Highlight(
      nodes: Set(findings.flatMap { $0.rule == .cycle ? $0.nodes : [$0.node].compactMap { $0 } }.map(\.id)),
      edges: Set(findings.flatMap(\.edges)))
  }
}

extension GraphError {
  /// The picture of the graph in Mermaid's language, with what is wrong in red; see ``DependencyGraph/mermaid``.
  public var mermaid: String { report.mermaid }

  /// The picture of the graph in Graphviz's language, with what is wrong in red; see ``DependencyGraph/dot``.
  public var dot: String { report.dot }
}

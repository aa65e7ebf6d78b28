extension GraphReport {
  /// The Mermaid picture of the graph, with the findings in red; see ``DependencyGraph/mermaid``.
  ///
  /// Red are the registrations at fault, all registrations on a cycle, and the edges of the findings. Silenced findings
  /// are not marked.
  public var mermaid: String { graph.mermaid(failing: highlight) }

  /// The Graphviz picture of the graph, with the findings in red; see ``DependencyGraph/dot``.
  ///
  /// Red are the registrations at fault, all registrations on a cycle, and the edges of the findings. Silenced findings
  /// are not marked.
  public var dot: String { graph.dot(failing: highlight) }

  private var highlight: DependencyGraph.Highlight {
    DependencyGraph.Highlight(
      nodes: Set(findings.flatMap { $0.rule == .cycle ? $0.nodes : [$0.node].compactMap { $0 } }.map(\.id)),
      edges: Set(findings.flatMap(\.edges)))
  }
}

extension GraphError {
  /// The Mermaid picture of the graph, with the findings in red; see ``DependencyGraph/mermaid``.
  public var mermaid: String { report.mermaid }

  /// The Graphviz picture of the graph, with the findings in red; see ``DependencyGraph/dot``.
  public var dot: String { report.dot }
}

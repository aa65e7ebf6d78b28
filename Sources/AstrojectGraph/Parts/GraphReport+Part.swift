extension GraphReport {
  /// Returns what a report says about the registrations of a part of its graph.
  package func limited(to part: DependencyGraph) -> GraphReport {
    if part == graph { return self }
    let ids = Set(part.nodes.map(\.id))
    let isAbout = { (finding: GraphFinding) in
      ([finding.node].compactMap { $0 } + finding.neededBy + finding.nodes).contains { ids.contains($0.id) }
    }
    return GraphReport(
      graph: part, findings: findings.filter(isAbout), hints: hints.filter(isAbout),
      silenced: silenced.filter { isAbout($0.finding) },
      idleAllowances: idleAllowances.filter { ids.contains($0.node.id) },
      leftOut: leftOut.filter { ids.contains($0.node.id) }, unused: unused.filter { ids.contains($0.id) },
      opacity: opacity.filter { ids.contains($0.key) })
  }
}

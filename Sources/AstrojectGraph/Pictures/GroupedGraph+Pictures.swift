extension GroupedGraph {
  /// A picture of the groups in the language of Mermaid.
  ///
  /// Each group is a box with the number of its registrations, and each arrow states a number of dependencies.
  public var mermaid: String { MermaidWriter.text(of: Drawing(self)) }

  /// A picture of the groups in the language of Graphviz, with the same parts as ``mermaid``.
  public var dot: String { DotWriter.text(of: Drawing(self)) }
}

extension Drawing {
  fileprivate init(_ graph: GroupedGraph) {
    let ids = Dictionary(graph.groups.enumerated().map { ($1.name, "n\($0)") }) { first, _ in first }
    page = Frame(
      kind: .page, id: "", title: "",
      nodes: graph.groups.map { group in
        Node(
          id: ids[group.name] ?? "", title: group.title, lines: [group.nodes.extent], figure: .several,
          hint: group.title, isOpaque: group.nodes.contains(where: \.isOpaque))
      })
    edges = graph.edges.map { edge in
      Edge(
        from: ids[edge.from] ?? "", to: ids[edge.to] ?? "", stroke: .required, isFailing: false, text: "\(edge.count)")
    }
  }
}

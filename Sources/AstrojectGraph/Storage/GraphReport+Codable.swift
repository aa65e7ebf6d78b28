// Graphs, reports and errors are stored with a version.

extension DependencyGraph: Codable {
  private enum CodingKeys: CodingKey { case containers, nodes, edges }

  /// Encodes the containers, registrations and dependencies, and the version of the form.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try StoredForm.writeVersion(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(containers, forKey: .containers)
    try container.encode(nodes, forKey: .nodes)
    try container.encode(edges, forKey: .edges)
  }

  /// Decodes a graph that this version of the library or an earlier one has stored.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError.dataCorrupted` with a sentence for a later version; the other cases for what is no graph.
  public init(from decoder: any Decoder) throws {
    try StoredForm.checkVersion(in: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      containers: try container.decode([Level].self, forKey: .containers),
      nodes: try container.decode([Node].self, forKey: .nodes),
      edges: try container.decode([Edge].self, forKey: .edges))
  }
}

extension GraphReport: Codable {
  private enum CodingKeys: CodingKey {
    case graph, findings, hints, silenced, idleAllowances, leftOut, unused, opacity
  }

  /// Encodes the graph with all findings and facts, and the version of the form.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try StoredForm.writeVersion(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(graph, forKey: .graph)
    try container.encode(findings, forKey: .findings)
    try container.encode(hints, forKey: .hints)
    try container.encode(silenced, forKey: .silenced)
    try container.encode(idleAllowances, forKey: .idleAllowances)
    try container.encode(leftOut, forKey: .leftOut)
    try container.encode(unused, forKey: .unused)
    try container.encode(opacity, forKey: .opacity)
  }

  /// Decodes a report that this version of the library or an earlier one has stored.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError.dataCorrupted` with a sentence for a later version; the other cases for what is no
  ///   report.
  public init(from decoder: any Decoder) throws {
    try StoredForm.checkVersion(in: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      graph: try container.decode(DependencyGraph.self, forKey: .graph),
      findings: try container.decode([GraphFinding].self, forKey: .findings),
      hints: try container.decode([GraphFinding].self, forKey: .hints),
      silenced: try container.decode([Silenced].self, forKey: .silenced),
      idleAllowances: try container.decode([IdleAllowance].self, forKey: .idleAllowances),
      leftOut: try container.decode([LeftOut].self, forKey: .leftOut),
      unused: try container.decode([DependencyGraph.Node].self, forKey: .unused),
      opacity: try container.decode([DependencyGraph.Node.ID: String].self, forKey: .opacity))
  }
}

extension GraphError: Codable {
  /// Encodes the report, and the version of the form.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws { try report.encode(to: encoder) }

  /// Decodes an error that this version of the library or an earlier one has stored.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError.dataCorrupted` with a sentence for a later version; the other cases for what is no error.
  public init(from decoder: any Decoder) throws { self.init(report: try GraphReport(from: decoder)) }
}

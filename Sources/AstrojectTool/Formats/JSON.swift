import Foundation

/// Values as JSON, in an order that does not change from run to run.
enum JSON {
  static func text(of value: some Encodable) throws -> String { try text(of: value, [.prettyPrinted]) + "\n" }

  /// Returns a report with its graph in the form of ``text(of:)-(DependencyGraph)``.
  static func text(of report: GraphReport) throws -> String {
    let parts: [(name: String, text: String)] = [
      ("findings", try lines(report.findings)), ("graph", try body(of: report.graph)),
      ("hints", try lines(report.hints)), ("idleAllowances", try lines(report.idleAllowances)),
      ("leftOut", try lines(report.leftOut)), ("opacity", try text(of: report.opacity, [])),
      ("silenced", try lines(report.silenced)), ("unused", try lines(report.unused)),
      ("version", "\(StoredForm.version)"),
    ]
    return "{\n" + parts.map { "\"\($0.name)\": \($0.text)" }.joined(separator: ",\n") + "\n}\n"
  }

  /// Returns a graph with a line for each registration and each dependency, so that a repository shows what changes.
  ///
  /// Nothing but the result is in memory: an encoder would need many times as much for a million dependencies.
  static func text(of graph: DependencyGraph) throws -> String { try body(of: graph) + "\n" }

  private static func body(of graph: DependencyGraph) throws -> String {
    var text = "{\n\"containers\": \(try lines(graph.containers)),\n\"edges\": ["
    for (number, edge) in graph.edges.enumerated() {
      text += number == 0 ? "\n" : ",\n"
      write(edge, to: &text)
    }
    text += "\n],\n\"nodes\": \(try lines(graph.nodes)),\n"
    return text + "\"version\": \(StoredForm.version)\n}"
  }

  /// Returns an array with a line for each element.
  private static func lines(_ values: [some Encodable]) throws -> String {
    values.isEmpty
      ? "[]"
      : "[\n"
        + (try values.map { [encoder = encoder([])] in String(decoding: try encoder.encode($0), as: UTF8.self) })
        .joined(separator: ",\n") + "\n]"
  }

  private static func text(of value: some Encodable, _ options: JSONEncoder.OutputFormatting) throws -> String {
    String(decoding: try encoder(options).encode(value), as: UTF8.self)
  }

  private static func encoder(_ options: JSONEncoder.OutputFormatting) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = options.union([.sortedKeys, .withoutEscapingSlashes])
    return encoder
  }

  // MARK: Reading

  /// Reads a graph.
  ///
  /// If its edges have a line each, they are read some at a time: a decoder needs many times their size.
  static func graph(from data: Data) throws -> DependencyGraph {
    guard let start = data.firstRange(of: Data("\n\"edges\": [\n".utf8))?.upperBound,
      let end = data.lastRange(of: Data("\n],\n\"nodes\": ".utf8))?.lowerBound, start < end
    else { return try JSONDecoder().decode(DependencyGraph.self, from: data) }
    let rest = try JSONDecoder().decode(DependencyGraph.self, from: data[..<start] + data[end...])
    var edges: [DependencyGraph.Edge] = []
    // Edges of one registration share its text.
    let names = Dictionary(rest.nodes.map { ($0.id, $0.id) }) { first, _ in first }
    var next = start
    while next < end {
      let far = min(next + 1 << 20, end)
      let stop = data[far..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
      let lines = data[next..<stop]
      let isCut = lines.last == UInt8(ascii: ",")
      edges += try JSONDecoder().decode(
        [DependencyGraph.Edge].self, from: Data("[".utf8) + (isCut ? lines.dropLast() : lines) + Data("]".utf8)
      ).map { edge in edge.between { names[$0] ?? $0 } }
      next = min(stop + 1, end)
    }
    return DependencyGraph(containers: rest.containers, nodes: rest.nodes, edges: edges)
  }

  // MARK: Edges

  /// Writes an edge as an encoder would.
  private static func write(_ edge: DependencyGraph.Edge, to text: inout String) {
    text += "{\"container\":\(edge.container),\"from\":"
    write(edge.from, to: &text)
    text += ",\"isMissing\":\(edge.isMissing),\"kind\":\"\(edge.kind.rawValue)\""
    if let missing = edge.missingKey {
      text += ",\"missingKey\":"
      write(missing, to: &text)
    }
    text += ",\"need\":"
    write(edge.need, to: &text)
    if let position = edge.position { text += ",\"position\":\(position)" }
    if let property = edge.property {
      text += ",\"property\":"
      write(property, to: &text)
    }
    text += ",\"site\":\"\(edge.site.rawValue)\""
    if let target = edge.to {
      text += ",\"to\":"
      write(target, to: &text)
    }
    text += "}"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    var rest = Substring(string)
    while let index = rest.utf8.firstIndex(where: isEscaped) {
      let byte = rest.utf8[index]
      text += rest[..<index]
      text += byte < 0x20 ? "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16) : "\\\(Unicode.Scalar(byte))"
      rest = rest[rest.utf8.index(after: index)...]
    }
    text += rest
    text += "\""
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}

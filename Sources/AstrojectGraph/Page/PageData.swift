/// The graph and the report as the script of a page reads them.
///
/// Texts that may repeat are in one table, `words`, and are referred to by their positions; -1 stands for none. A node
/// is an array, whose elements `PageScript` names. Its dependencies are one flat array, with four numbers for each.
struct PageData {
  private let graph: DependencyGraph
  private let title: String
  private let report: GraphReport?
  private let limits: PageLimits
  private let ambiguousNeeds: Set<String>
  private var words: [String] = []
  private var positions: [String: Int] = [:]

  init(_ graph: DependencyGraph, title: String, report: GraphReport?) {
    var graph = graph
    graph.edges = NeedList(graph).edges
    self.graph = graph
    self.title = title
    self.report = report
    limits = PageLimits(graph)
    ambiguousNeeds = graph.ambiguousNeeds
  }

  /// The data as JSON.
  var json: String {
    var data = self
    return data.write()
  }

  private mutating func write() -> String {
    var text = JSONText(capacity: 1 << 16)
    let findings = findings
    text.writeSyntax("{\"title\":")
    text.write(title.cut(to: PageLimits.mostText))
    text.writeSyntax(",\"extent\":")
    text.write((report?.extent ?? graph.nodes.filter { !$0.isShadowed }.extent).cut(to: PageLimits.mostText))
    text.writeSyntax(report == nil ? ",\"isChecked\":false" : ",\"isChecked\":true")
    text.writeSyntax(",\"omissions\":")
    text.write(omissions(findings: findings.count)) { $0.write($1) }
    text.writeSyntax(",\"containers\":")
    text.write(containers) { $0.write($1) }
    text.writeSyntax(",\n\"nodes\":")
    let unused = Set((report?.unused ?? []).map(\.id))
    text.write(0..<limits.edges.count) { write($1, isUnused: unused.contains(graph.nodes[$1].id), to: &$0) }
    text.writeSyntax(",\n\"needs\":")
    text.write(limits.edges) { text, edges in
      text.write(edges) { write(graph.edges[$1], to: &$0) }
    }
    text.writeSyntax(",\n\"findings\":")
    text.write(findings.prefix(PageLimits.mostFindings)) { write($1, to: &$0) }
    text.writeSyntax(",\n\"notes\":")
    text.write(notes.prefix(PageLimits.mostFindings)) { text, note in
      text.writeSyntax("[")
      text.write(limits.indices[note.node.id] ?? -1)
      text.writeSyntax(",")
      text.write(note.text)
      text.writeSyntax("]")
    }
    // The table comes last, because the other parts fill it.
    text.writeSyntax(",\n\"words\":")
    text.write(words) { $0.write($1) }
    text.writeSyntax("}")
    return text.text
  }

  /// Returns the position of a text in the table.
  private mutating func word(_ text: String?) -> Int {
    guard let text, !text.isEmpty else { return -1 }
    if let position = positions[text] { return position }
    positions[text] = words.count
    words.append(text.cut(to: PageLimits.mostText))
    return words.count - 1
  }

  private var containers: [String] {
    graph.titles.map { $0.cut(to: PageLimits.mostText) }
  }
}

// MARK: - Registrations

extension PageData {
  private mutating func write(_ index: Int, isUnused: Bool, to text: inout JSONText) {
    let node = graph.nodes[index]
    text.writeSyntax("[")
    text.write(node.key.cut(to: PageLimits.mostText))
    text.writeSyntax(",")
    text.write(node.id.cut(to: PageLimits.mostText))
    let marks = [node.isOpaque, node.isShadowed, isUnused, node.replaced != nil, node.isDecorator]
    let reason = report?.opacity[node.id]
    let numbers = [
      word(node.isDecorator ? nil : node.scope.text), word(node.scopeWords.first), word(node.module),
      word(node.group), word(node.location?.description), node.container, word(node.origin.rawValue),
      word(node.effectText),
      word(node.facts.joined(separator: " · ")),
      marks.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) },
      word(reason.map { String($0.drop { $0 == "," || $0 == " " }) }), word(node.replaced?.description),
      word(node.allowanceText), limits.omittedNeeds[index], limits.omittedUses[index],
    ]
    for number in numbers {
      text.writeSyntax(",")
      text.write(number)
    }
    text.writeSyntax("]")
  }

  /// Writes the end, the need, the kind and the site of a dependency.
  ///
  /// The end is -1 if it leads to no registration, -2 if it is missing, and -3 if the page leaves the registration out.
  /// The need is -1 if it is the key of the end.
  private mutating func write(_ edge: DependencyGraph.Edge, to text: inout JSONText) {
    let end = edge.to.map { limits.indices[$0] ?? -3 } ?? (edge.isMissing ? -2 : -1)
    let need = end >= 0 && graph.nodes[end].key == edge.need ? -1 : word(edge.need(among: ambiguousNeeds))
    text.write(end)
    for number in [need, word(edge.kind.rawValue), word(edge.siteText)] {
      text.writeSyntax(",")
      text.write(number)
    }
  }
}

extension DependencyGraph.Node {
  /// Its effects, each with the words "by a dependency" if it has none itself.
  fileprivate var effectText: String {
    let own = ownEffect.words
    return effect.words.map { own.contains($0) ? $0 : $0 + " by a dependency" }.joined(separator: ", ")
  }

  fileprivate var allowanceText: String {
    allowances.map { allowance in
      allowance.rule.rawValue + (allowance.type.map { " of \($0.escaped())" } ?? "") + ", because: "
        + allowance.reason.escaped(to: PageLimits.mostText)
    }.joined(separator: "\n")
  }
}

extension DependencyGraph.Edge {
  fileprivate var siteText: String {
    switch site {
    case .parameter: "parameter \(position ?? 0)"
    case .property: property.map { "property `\($0)`" } ?? "a property"
    case .declared: "declared by `depends(on:)`"
    case .observed: "observed by a trace"
    case .forwarding, .decorator: ""
    }
  }
}

// MARK: - Findings

extension PageData {
  private struct Entry {
    let kind: StaticString
    let finding: GraphFinding
    var reason: String?
  }

  private var findings: [Entry] {
    guard let report else { return [] }
    // Hints that were asked for are among the findings.
    let areKnown = report.findings.contains { finding in Rules.hints.contains { $0.code == finding.rule } }
    return report.findings.map { Entry(kind: "\"finding\"", finding: $0) }
      + (areKnown ? [] : report.hints).map { Entry(kind: "\"hint\"", finding: $0) }
      + report.silenced.map { Entry(kind: "\"silenced\"", finding: $0.finding, reason: $0.reason) }
  }

  private func write(_ entry: Entry, to text: inout JSONText) {
    let finding = entry.finding
    text.writeSyntax("{\"kind\":")
    text.writeSyntax(entry.kind)
    text.writeSyntax(",\"rule\":")
    text.write(finding.rule.rawValue)
    text.writeSyntax(",\"headline\":")
    text.write(finding.headline.cut(to: PageLimits.mostText))
    text.writeSyntax(",\"details\":")
    let details = finding.details.prefix(100)
    text.write(details) { $0.write($1.cut(to: PageLimits.mostText)) }
    text.writeSyntax(",\"remedy\":")
    text.write(finding.remedy.cut(to: PageLimits.mostText * 2))
    text.writeSyntax(",\"reason\":")
    text.write((entry.reason ?? "").cut(to: PageLimits.mostText))
    text.writeSyntax(",\"root\":")
    text.write(finding.path.first.flatMap { limits.indices[$0.id] } ?? -1)
    text.writeSyntax(finding.path.count > 1 ? ",\"isLong\":true" : ",\"isLong\":false")
    let atFault = finding.atFault
    text.writeSyntax(",\"atFault\":")
    text.write(places(atFault, without: [])) { $0.write($1) }
    text.writeSyntax(",\"others\":")
    text.write(places(finding.nodes + finding.neededBy, without: Set(atFault.map(\.id)))) { $0.write($1) }
    text.writeSyntax("}")
  }

  /// Returns the indices of nodes, each once.
  private func places(_ nodes: [DependencyGraph.Node], without known: Set<DependencyGraph.Node.ID>) -> [Int] {
    var seen = known
    var places: [Int] = []
    for node in nodes where seen.insert(node.id).inserted {
      guard let index = limits.indices[node.id] else { continue }
      places.append(index)
      if places.count == PageLimits.mostPlaces { break }
    }
    return places
  }

  /// The other remarks of the report, each about a node.
  private var notes: [(node: DependencyGraph.Node, text: String)] {
    guard let report else { return [] }
    return report.leftOut.map { ($0.node, "is not in \($0.dictionary), because its key has another type") }
      + report.idleAllowances.map { ($0.node, "allows \($0.allowance.rule.rawValue), which silences nothing") }
  }

  /// A sentence for each part of the graph that the page leaves out.
  private func omissions(findings: Int) -> [String] {
    var sentences: [String] = []
    let nodes = graph.nodes.count - limits.edges.count
    if nodes > 0 { sentences.append(omission(nodes, "registration") + " Those that were registered first are here.") }
    if limits.omission > 0 {
      sentences.append(
        (limits.omission == 1 ? "1 dependency is left out." : "\(limits.omission.grouped) dependencies are left out.")
          + (limits.share.map { " Of each registration, at most \($0) are here." } ?? ""))
    }
    let more = findings - PageLimits.mostFindings
    if more > 0 { sentences.append(omission(more, "finding")) }
    return sentences
  }

  private func omission(_ number: Int, _ noun: String) -> String {
    "\(number.grouped) \(noun)\(number == 1 ? " is" : "s are") left out."
  }
}

extension GraphFinding {
  /// The registrations to mend: all on a loop, all that need what is missing.
  fileprivate var atFault: [DependencyGraph.Node] {
    let others =
      switch rule {
      case .cycle: nodes
      case .missingDependency: neededBy
      default: [DependencyGraph.Node]()
      }
    return (node.map { [$0] } ?? []) + others
  }
}

extension Int {
  /// The digits in groups of three: `900 000`.
  fileprivate var grouped: String {
    let digits = String(self)
    return digits.enumerated().reduce(into: "") { result, digit in
      if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { result += " " }
      result.append(digit.element)
    }
  }
}

import AstrojectGraph
import Testing

/// Compares a report with an oracle.
struct Comparison {
  let oracle: Oracle
  let report: GraphReport
  private(set) var differences: [String] = []

  init(_ sketch: Sketch, _ report: GraphReport) {
    oracle = Oracle(sketch)
    self.report = report
    compareGraph()
    compareFindings()
    compareLoops()
    compareNotes()
  }

  // MARK: The graph

  private mutating func compare<Value: Hashable>(_ what: String, found: Set<Value>, expected: Set<Value>) {
    for value in found.subtracting(expected) { differences.append("\(what), invented: \(value)") }
    for value in expected.subtracting(found) { differences.append("\(what), missed: \(value)") }
  }

  private mutating func compareGraph() {
    let names = Dictionary(uniqueKeysWithValues: report.graph.nodes.map { ($0.id, $0.name) })
    compare("registration", found: Set(names.values), expected: Set(oracle.entries.map(\.name)))
    let edges = report.graph.edges.map { edge in
      "\(names[edge.from] ?? "?") \(edge.location) \(edge.to.flatMap { names[$0] } ?? (edge.isMissing ? "missing" : "-"))"
    }
    let links = oracle.links.joined().map { link in
      let end =
        switch link.target {
        case .point(let end): oracle.name(of: end)
        case .missing: "missing"
        case .absent, .container: "-"
        }
      return "\(oracle.name(of: link.point)) \(link.location) \(link.position ?? 0) \(end)"
    }
    compare("edge", found: Set(edges), expected: Set(links))
    let visited = Dictionary(grouping: oracle.points.indices) { oracle.name(of: $0) }
    for node in report.graph.nodes {
      let points = visited[node.name] ?? []
      if node.isShadowed != points.isEmpty { differences.append("\(node.name) is shadowed: \(node.isShadowed)") }
      guard !points.isEmpty else { continue }
      let effects = points.map { oracle.effect($0) }
      if node.effect.isAsynchronous != effects.contains(where: \.isAsynchronous) {
        differences.append("\(node.name) is asynchronous: \(node.effect.isAsynchronous)")
      }
      if node.effect.isOnMainActor != effects.contains(where: \.isOnMainActor) {
        differences.append("\(node.name) is on the main actor: \(node.effect.isOnMainActor)")
      }
    }
    compare(
      "opaque", found: Set(report.opaque.map(\.name)),
      expected: Set(oracle.points.filter { oracle.isOpaque($0.entry) }.map { oracle.entries[$0.entry].name }))
  }

  // MARK: Findings

  private mutating func compareFindings() {
    var (loud, silenced) = (Set<String>(), Set<String>())
    for finding in oracle.findings {
      if permit(of: finding) != nil { silenced.insert(finding.line) } else { loud.insert(finding.line) }
    }
    compare(
      "finding", found: Set(report.findings.filter { $0.rule != .cycle }.flatMap(\.lines)), expected: loud)
    compare(
      "silenced", found: Set(report.silenced.map(\.finding).filter { $0.rule != .cycle }.flatMap(\.lines)),
      expected: silenced)
    if Set(report.findings).count != report.findings.count { differences.append("a finding is reported twice") }
    let lines = report.findings.map { $0.node?.line ?? 0 }
    if lines != lines.sorted() { differences.append("the findings are not in order") }
    for finding in report.findings {
      if finding.path.last?.id != finding.node?.id { differences.append("the path ends elsewhere: \(finding)") }
      // A long path is shortened in the middle.
      guard finding.pathOmission == 0 else { continue }
      let steps = zip(finding.path, finding.path.dropFirst())
      let isWhole = steps.allSatisfy { step in
        report.graph.edges.contains { $0.from == step.0.id && $0.to == step.1.id }
      }
      if !isWhole { differences.append("the path has a gap: \(finding)") }
    }
  }

  /// Names the first allowance that silences a finding by its item and number.
  private func permit(of finding: Oracle.Finding) -> String? {
    guard let item = finding.item.map(oracle.sketch.item) else { return nil }
    let number = item.permits.firstIndex { $0.rule == finding.rule && ($0.type == nil || $0.type == finding.type) }
    return number.map { "\(item.id) \($0)" }
  }

  // MARK: Cycles

  private mutating func compareLoops() {
    let (strict, loose) = (oracle.strictLoops, oracle.looseLoops.union(oracle.fillingLoops))
    let loops = report.findings.filter { $0.rule == .cycle }
    let quiet = report.silenced.map(\.finding).filter { $0.rule == .cycle }
    let covered = Set((loops + quiet).flatMap { $0.nodes.map(\.name) })
    for point in strict.union(loose) where !covered.contains(oracle.name(of: point)) {
      differences.append("cycle, missed: \(oracle.name(of: point))")
    }
    for loop in loops + quiet where !isLoop(loop) {
      differences.append("cycle, invented: \(loop.nodes.map(\.name))")
    }
    for loop in loops where isPermitted(loop) { differences.append("cycle, not silenced: \(loop.nodes.map(\.name))") }
    for loop in quiet where !isPermitted(loop) { differences.append("cycle, silenced: \(loop.nodes.map(\.name))") }
  }

  private func isPermitted(_ loop: GraphFinding) -> Bool {
    loop.nodes.contains { node in
      node.origin != .forwarding
        && oracle.sketch.item(node.line).permits.contains { $0.rule == .cycle && $0.type == nil }
    }
  }

  /// Returns true if every need on a cycle is strict, or if a shared registration on it is requested again before it is
  /// built.
  private func isLoop(_ loop: GraphFinding) -> Bool {
    let names = loop.nodes.map(\.name)
    guard names.count > 1, names.first == names.last, loop.edges.count == names.count - 1 else { return false }
    var isStrict = true
    var hasVictim = false
    for (index, edge) in loop.edges.enumerated() {
      let links = oracle.links.joined().filter { link in
        guard let end = link.end, link.use <= .afterwards else { return false }
        return oracle.name(of: link.point) == names[index] && oracle.name(of: end) == names[index + 1]
          && "\(link.location) \(link.position ?? 0)" == edge.location
      }
      guard let link = links.first else { return false }
      if !links.contains(where: { $0.use == .made }) {
        isStrict = isStrict && index == 0 && links.contains { oracle.fillsAlone($0) }
      } else if oracle.isShared(link.point) {
        hasVictim = true
      }
    }
    return isStrict || hasVictim
  }

  // MARK: Notes

  private mutating func compareNotes() {
    compare("unused", found: Set(report.unused.map(\.name)), expected: oracle.unused)
    var busy = Set(oracle.findings.compactMap { permit(of: $0) })
    for loop in report.silenced.map(\.finding) where loop.rule == .cycle {
      for item in loop.nodes.map({ oracle.sketch.item($0.line) }) {
        guard let number = item.permits.firstIndex(where: { $0.rule == .cycle && $0.type == nil }) else { continue }
        busy.insert("\(item.id) \(number)")
        break
      }
    }
    var idle: Set<String> = []
    for entry in oracle.entries where entry.forward == nil {
      for (number, permit) in oracle.sketch.item(entry.item).permits.enumerated() {
        guard !busy.contains("\(entry.item) \(number)") else { continue }
        idle.insert("\(entry.item) \(permit.rule) of \(permit.type.map(\.description) ?? "all")")
      }
    }
    let found = report.idleAllowances.map { "\($0.node.line) \($0.allowance.rule) of \($0.allowance.type ?? "all")" }
    compare("idle", found: Set(found), expected: idle)
  }
}

// MARK: - Names

extension DependencyGraph.Node {
  /// The line of the registration, which is the number of its item.
  var line: Int { Int(location?.line ?? 0) }
  /// The name that the oracle uses.
  var name: String { origin == .forwarding ? "\(line)>\(key)" : "\(line)" }
}

extension DependencyGraph.Edge {
  var location: String { "\(site.rawValue) \(position ?? 0)" }
}

extension Oracle.Finding {
  var line: String { "\(rule.rawValue) \(text)" }
}

extension GraphFinding {
  /// The finding in the words of the oracle, which has one for each registration that needs what is missing.
  var lines: [String] {
    guard rule == .missingDependency else { return [line] }
    let names = Dictionary(neededBy.map { ($0.id, $0.name) }) { first, _ in first }
    let root = description.contains("named as a root") ? ["root \(need ?? "")"] : []
    return (root + edges.map { "\(names[$0.from] ?? "") \($0.location) \(need ?? "")" })
      .map { "\(rule.rawValue) \($0)" }
  }

  private var line: String {
    let owner = node?.name ?? "root"
    let location = edges.last?.location ?? ""
    let end = nodes.last?.name ?? ""
    let text =
      switch rule {
      case .argument:
        edges.last?.to == nil ? "\(owner) \(location) \(need ?? "")" : "\(owner) \(location) to \(end)"
      case .ambiguousArgument:
        "\(owner) \(need ?? "") \(edges.map { "\($0.position ?? 0)" }.joined(separator: " "))"
      case .captiveDependency: "\(owner) holds \(end)"
      case .containerKept: "\(owner) by \(nodes.last?.name ?? "") \(location)"
      case .asyncDependency, .isolation: "\(owner) to \(end)"
      case .missingDependency, .cycle, .weakUnowned, .weakValue, .missingContainer, .sharedWithArguments,
        .incomparableArguments, .eagerWithArguments, .duplicate, .mismatchedForwarding, .idleDecorator,
        .idleReleaseHook, .opaque, .splitInstance, .unprovidedOptional, .doubtfulForwarding:
        owner
      }
    return "\(rule.rawValue) \(text)"
  }
}

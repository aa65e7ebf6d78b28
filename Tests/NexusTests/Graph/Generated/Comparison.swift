import Nexus
import Testing

/// What a report says, against what an oracle does.
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
      "\(names[edge.from] ?? "?") \(edge.place) \(edge.to.flatMap { names[$0] } ?? (edge.isMissing ? "missing" : "-"))"
    }
    let links = oracle.links.joined().map { link in
      let end =
        switch link.target {
        case .point(let end): oracle.name(of: end)
        case .missing: "missing"
        case .absent, .container: "-"
        }
      return "\(oracle.name(of: link.point)) \(link.place) \(link.position ?? 0) \(end)"
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
      let permits = finding.item.map { oracle.sketch.item($0).permits } ?? []
      let isPermitted = permits.contains {
        $0.rule == finding.rule && ($0.type == nil || $0.type == finding.type)
      }
      if isPermitted { silenced.insert(finding.line) } else { loud.insert(finding.line) }
    }
    compare(
      "finding", found: Set(report.findings.filter { $0.rule != .cycle }.map(\.line)), expected: loud)
    compare(
      "silenced", found: Set(report.silenced.map(\.finding).filter { $0.rule != .cycle }.map(\.line)),
      expected: silenced)
    if Set(report.findings).count != report.findings.count { differences.append("a finding is told twice") }
    let lines = report.findings.map { $0.node?.line ?? 0 }
    if lines != lines.sorted() { differences.append("the findings are not in order") }
    for finding in report.findings {
      if finding.path.last?.id != finding.node?.id { differences.append("the path leads elsewhere: \(finding)") }
      let steps = zip(finding.path, finding.path.dropFirst())
      let isWhole = steps.allSatisfy { step in
        report.graph.edges.contains { $0.from == step.0.id && $0.to == step.1.id }
      }
      if !isWhole { differences.append("the path has a gap: \(finding)") }
    }
  }

  // MARK: Loops

  private mutating func compareLoops() {
    let (strict, loose) = (oracle.strictLoops, oracle.looseLoops)
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

  /// Whether a loop is one of strict needs, or one with somebody on it who is asked for before it is made.
  private func isLoop(_ loop: GraphFinding) -> Bool {
    let names = loop.nodes.map(\.name)
    guard names.count > 1, names.first == names.last, loop.edges.count == names.count - 1 else { return false }
    var isStrict = true
    var hasVictim = false
    for (index, edge) in loop.edges.enumerated() {
      let links = oracle.links.joined().filter { link in
        guard let end = link.end, link.use <= .afterwards else { return false }
        return oracle.name(of: link.point) == names[index] && oracle.name(of: end) == names[index + 1]
          && "\(link.place) \(link.position ?? 0)" == edge.place
      }
      guard let link = links.first else { return false }
      if !links.contains(where: { $0.use == .made }) {
        isStrict = false
      } else if oracle.isShared(link.point) {
        hasVictim = true
      }
    }
    return isStrict || hasVictim
  }

  // MARK: Notes

  private mutating func compareNotes() {
    compare("unused", found: Set(report.unused.map(\.name)), expected: oracle.unused)
    var busy = Set(
      oracle.findings.compactMap { finding -> Int? in
        guard let id = finding.item else { return nil }
        let permits = oracle.sketch.item(id).permits
        return permits.contains { $0.rule == finding.rule && ($0.type == nil || $0.type == finding.type) } ? id : nil
      })
    // Of several who permit a loop, one is enough; which of them is not said.
    var uncertain: Set<Int> = []
    for loop in report.silenced.map(\.finding) where loop.rule == .cycle {
      let permitting = Set(loop.nodes.map(\.line)).filter { line in
        oracle.sketch.item(line).permits.contains { $0.rule == .cycle }
      }
      if permitting.count == 1 { busy.formUnion(permitting) } else { uncertain.formUnion(permitting) }
    }
    let permitting = oracle.entries.filter { $0.forward == nil && !oracle.sketch.item($0.item).permits.isEmpty }
    compare(
      "idle", found: Set(report.idleAllowances.map(\.node.line)).subtracting(uncertain),
      expected: Set(permitting.map(\.item)).subtracting(busy).subtracting(uncertain))
  }
}

// MARK: - Names

extension DependencyGraph.Node {
  /// The line where it is registered, which is the number of its item.
  var line: Int { Int(place.split(separator: ":").last ?? "") ?? 0 }
  /// How the oracle calls it.
  var name: String { origin == .forwarding ? "\(line)>\(key)" : "\(line)" }
}

extension DependencyGraph.Edge {
  var place: String { "\(site.rawValue) \(position ?? 0)" }
}

extension Oracle.Finding {
  var line: String { "\(rule.rawValue) \(text)" }
}

extension GraphFinding {
  /// What the oracle says of it.
  var line: String {
    let owner = node?.name ?? "root"
    let place = edges.last?.place ?? ""
    let end = nodes.last?.name ?? ""
    let text =
      switch rule {
      case .missingDependency:
        node == nil ? "root \(need?.description ?? "")" : "\(owner) \(place) \(need?.description ?? "")"
      case .argument:
        edges.last?.to == nil ? "\(owner) \(place) \(need?.description ?? "")" : "\(owner) \(place) to \(end)"
      case .ambiguousArgument:
        "\(owner) \(need?.description ?? "") \(edges.map { "\($0.position ?? 0)" }.joined(separator: " "))"
      case .captiveDependency: "\(owner) holds \(end)"
      case .containerKept: "\(owner) by \(nodes.last?.name ?? "") \(place)"
      case .asyncDependency, .isolation: "\(owner) to \(end)"
      case .cycle, .weakUnowned, .weakValue, .missingContainer, .sharedWithArguments, .eagerWithArguments: owner
      }
    return "\(rule.rawValue) \(text)"
  }
}

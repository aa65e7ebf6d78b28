import Nexus

extension Inspection {
  /// Returns faults in the order of their source locations.
  private func sorted(_ faults: [Fault]) -> [Fault] {
    faults.map { ($0, Rank($0, in: analysis.survey)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The result as a report, in terms of the graph.
  ///
  /// - Parameters:
  ///   - areHintsFindings: True if the hints count as findings.
  ///   - only: The finding that takes the place of those of the rules, if there is one.
  func report(withHints areHintsFindings: Bool = false, with only: GraphFinding? = nil) -> GraphReport {
    var speller = Speller(self)
    let all = areHintsFindings ? sorted(faults + hints) : faults
    let hints = hints.map { speller.finding($0) }
    let findings = only.map { [$0] } ?? all.map { speller.finding($0) }
    let silenced = silenced.compactMap { fault, silencer in
      speller.allowance(silencer).map {
        GraphReport.Silenced(finding: speller.finding(fault), reason: $0.allowance.reason)
      }
    }
    let unused = analysis.unused
    return GraphReport(
      graph: speller.graph, findings: findings, hints: hints, silenced: silenced,
      idleAllowances: speller.names.order.flatMap(idleAllowances).compactMap(speller.allowance),
      leftOut: speller.names.order.flatMap(leftOut).compactMap { registered, dictionary in
        speller.node(registered).map { GraphReport.LeftOut(node: $0, dictionary: TypeName(dictionary).description) }
      },
      unused: speller.names.order.filter(unused.contains).compactMap(speller.node),
      opacity: analysis.opacity(speller.names))
  }

  /// Returns the dictionaries that leave a registration out, each once.
  private func leftOut(_ registered: Int) -> [(registered: Int, dictionary: Any.Type)] {
    var seen: Set<ObjectIdentifier> = []
    return analysis.survey.leftOut.filter { left in
      left.registered == registered && seen.insert(ObjectIdentifier(left.dictionary)).inserted
    }
  }

  /// Returns the allowances of a registration that silence nothing.
  private func idleAllowances(of registered: Int) -> [Silencer] {
    analysis.survey.registrations[registered].summary.allowances.indices
      .map { Silencer(registered: registered, number: $0) }
      .filter { idle in !silenced.contains { $0.by == idle } }
  }
}

extension Analysis {
  /// The reasons for which registrations are opaque, where there is more to say than that they are closures.
  fileprivate func opacity(_ names: NodeNames) -> [DependencyGraph.Node.ID: String] {
    let reasons = survey.registrations.indices.filter(survey.isOpaque).map { (names[$0], survey.opacity($0)) }
    return Dictionary(reasons.filter { !$0.1.isEmpty }) { first, _ in first }
  }

  /// The registrations that no root reaches and `bootstrap` does not build; empty if there are no roots.
  fileprivate var unused: Set<Int> {
    guard let roots else { return [] }
    let eager = survey.points.indices.filter { survey.registrations[survey.points[$0].registered].summary.isEager }
    let routes = Routes(survey, from: roots + eager)
    let used = Set(survey.points.indices.filter(routes.reaches).map { survey.points[$0].registered })
    return Set(survey.points.map(\.registered)).subtracting(used)
  }
}

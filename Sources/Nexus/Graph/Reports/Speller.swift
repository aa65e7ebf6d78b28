import Astroject

/// Tells of faults in the words of a graph.
struct Speller {
  let graph: DependencyGraph
  let names: NodeNames
  private let nodes: [DependencyGraph.Node.ID: DependencyGraph.Node]
  private let survey: Survey
  private let routes: Routes
  /// What is registered, as each container sees it in which something is missing.
  private let nearMatches: [Int: NearMatches]
  /// How keys are printed.
  private var needs: [Key: String] = [:]

  init(_ inspection: Inspection) {
    survey = inspection.analysis.survey
    names = NodeNames(survey)
    graph = DependencyGraph(inspection.analysis, names)
    nodes = Dictionary(graph.nodes.map { ($0.id, $0) }) { first, _ in first }
    routes = Routes(survey, from: inspection.analysis.roots)
    var nearMatches: [Int: NearMatches] = [:]
    for fault in inspection.faults + inspection.silenced.map(\.fault) where fault.rule == .missingDependency {
      let level = survey.source(of: fault)
      nearMatches[level] = nearMatches[level] ?? NearMatches(survey.cores[level])
    }
    self.nearMatches = nearMatches
  }

  func node(_ registered: Int) -> DependencyGraph.Node? { nodes[names[registered]] }

  func allowance(_ silencer: Inspection.Silencer) -> GraphReport.IdleAllowance? {
    guard let node = node(silencer.registered), node.allowances.indices.contains(silencer.number) else { return nil }
    return GraphReport.IdleAllowance(node: node, allowance: node.allowances[silencer.number])
  }

  mutating func finding(_ fault: Fault) -> GraphFinding {
    let links = fault.links.map { survey.links[$0] }
    var ends = links.map(\.point)
    if let last = links.last?.end { ends.append(last) }
    let edges = links.map { DependencyGraph.Edge($0, in: survey, names, &needs) }
    let suggestions = fault.rule == .missingDependency ? suggestions(for: fault) : []
    let (path, omission) = (fault.point.map(routes.route) ?? []).ends
    return GraphFinding(
      rule: fault.rule, node: fault.point.flatMap(node(at:)),
      edges: edges, nodes: ends.compactMap(node(at:)),
      path: path.compactMap(node(at:)), pathOmission: omission, need: fault.need,
      nearMatches: suggestions, code: code(fault, links, suggestions))
  }

  private func node(at point: Int) -> DependencyGraph.Node? { node(survey.points[point].registered) }

  private func suggestions(for fault: Fault) -> [AstrojectError.NearMatch] {
    fault.need.flatMap { nearMatches[survey.source(of: fault)]?.like($0) } ?? []
  }

  // MARK: Code

  private func code(
    _ fault: Fault, _ links: [Survey.Link], _ suggestions: [AstrojectError.NearMatch]
  ) -> GraphFinding.Code {
    let isQualified = suggestions.contains { $0.difference == .module }
    let summary = fault.point.map { survey.registered(at: $0).summary }
    return GraphFinding.Code(
      subject: (summary?.key ?? fault.need).map { Spelling.expression($0.product) } ?? "",
      questions: links.map { survey.dependency(of: $0).question },
      registration: fault.need?.registrationLine(qualified: isQualified) ?? "",
      rules: summary?.wired.compactMap(\.rule) ?? [], isLoose: links.contains { $0.use == .afterwards })
  }
}

extension Survey {
  /// The container in which something is looked for.
  fileprivate func source(of fault: Fault) -> Int { fault.point.map { points[$0].source } ?? 0 }
}

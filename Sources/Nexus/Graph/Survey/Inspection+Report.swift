import Astroject

extension Inspection {
  /// What was found, in the words of the graph.
  var report: GraphReport {
    let speller = Speller(self)
    let survey = analysis.survey
    let names = speller.names
    let idle = names.order.filter { registered in
      !survey.registrations[registered].summary.allowances.isEmpty
        && !silenced.contains { $0.registered == registered }
    }
    let unused = analysis.unused
    return GraphReport(
      graph: speller.graph, findings: faults.map(speller.finding),
      silenced: silenced.map { GraphReport.Silenced(finding: speller.finding($0.fault), reason: $0.reason) },
      idleAllowances: idle.compactMap(speller.node),
      unused: names.order.filter(unused.contains).compactMap(speller.node))
  }
}

/// Tells of faults in the words of a graph.
private struct Speller {
  let graph: DependencyGraph
  let names: NodeNames
  private let nodes: [DependencyGraph.Node.ID: DependencyGraph.Node]
  private let survey: Survey
  private let routes: Routes
  /// What is registered, as each container sees it in which something is missing.
  private let nearMatches: [Int: NearMatches]

  init(_ inspection: Inspection) {
    survey = inspection.analysis.survey
    names = NodeNames(survey)
    graph = DependencyGraph(inspection.analysis, names)
    nodes = Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.id, $0) })
    routes = Routes(survey, from: inspection.analysis.roots)
    var nearMatches: [Int: NearMatches] = [:]
    for fault in inspection.faults + inspection.silenced.map(\.fault) where fault.rule == .missingDependency {
      let level = survey.source(of: fault)
      nearMatches[level] = nearMatches[level] ?? NearMatches(survey.cores[level])
    }
    self.nearMatches = nearMatches
  }

  func node(_ registered: Int) -> DependencyGraph.Node? { nodes[names[registered]] }

  func finding(_ fault: Fault) -> GraphFinding {
    let links = fault.links.map { survey.links[$0] }
    var ends = links.map(\.point)
    if let last = links.last?.end { ends.append(last) }
    var needs: [Key: String] = [:]
    return GraphFinding(
      rule: fault.rule, node: fault.point.flatMap(spelled),
      edges: links.map { DependencyGraph.Edge($0, in: survey, names, &needs) }, nodes: ends.compactMap(spelled),
      path: fault.point.map { routes.route(to: $0).compactMap(spelled) } ?? [], need: fault.need,
      nearMatches: fault.rule == .missingDependency ? suggestions(for: fault) : [],
      parameterCount: fault.point.map(parameterCount) ?? 0, code: code(fault, links))
  }

  private func code(_ fault: Fault, _ links: [Survey.Link]) -> GraphFinding.Code {
    let subject = fault.point.map { survey.registered(at: $0).summary.key } ?? fault.need
    return GraphFinding.Code(
      subject: subject.map { TypeName($0.product).expression } ?? "",
      needs: links.map { TypeName(survey.dependency(of: $0).key.product).description })
  }

  private func suggestions(for fault: Fault) -> [AstrojectError.NearMatch] {
    fault.need.flatMap { nearMatches[survey.source(of: fault)]?.like($0) } ?? []
  }

  private func spelled(_ point: Int) -> DependencyGraph.Node? { node(survey.points[point].registered) }

  private func parameterCount(_ point: Int) -> Int {
    survey.registered(at: point).summary.wired.count { if case .parameter = $0.site { true } else { false } }
  }
}

extension Survey {
  /// The container in which something is looked for.
  fileprivate func source(of fault: Fault) -> Int { fault.point.map { points[$0].source } ?? 0 }
}

/// The shortest ways from the roots to all points.
struct Routes {
  private let survey: Survey
  /// By which link a point is reached; -1 for a root, nil for what no root reaches.
  private var arrival: [Int?]

  /// - Parameter roots: The roots; nil for all that nobody needs.
  init(_ survey: Survey, from roots: [Int]?) {
    self.survey = survey
    arrival = Array(repeating: nil, count: survey.points.count)
    var isNeeded = Array(repeating: false, count: survey.points.count)
    for link in survey.links {
      if let end = link.end, end != link.point { isNeeded[end] = true }
    }
    var line: [Int] = []
    for root in roots ?? survey.points.indices.filter({ !isNeeded[$0] }) where arrival[root] == nil {
      arrival[root] = -1
      line.append(root)
    }
    var next = 0
    while next < line.count {
      for link in survey.points[line[next]].links {
        guard let end = survey.links[link].end, arrival[end] == nil else { continue }
        arrival[end] = link
        line.append(end)
      }
      next += 1
    }
  }

  /// Whether a root leads to a point.
  func reaches(_ point: Int) -> Bool { arrival[point] != nil }

  /// The points on the way to a point, which is the last of them.
  func route(to point: Int) -> [Int] {
    let way = sequence(first: point) { point in
      guard let link = arrival[point], link >= 0 else { return nil }
      return survey.links[link].point
    }
    return Array(way).reversed()
  }
}

extension Analysis {
  /// The registrations that no root reaches and `bootstrap` does not build; none where there are no roots.
  fileprivate var unused: Set<Int> {
    guard let roots else { return [] }
    let eager = survey.points.indices.filter { survey.registrations[survey.points[$0].registered].summary.isEager }
    let routes = Routes(survey, from: roots + eager)
    let used = Set(survey.points.indices.filter(routes.reaches).map { survey.points[$0].registered })
    return Set(survey.points.map(\.registered)).subtracting(used)
  }
}

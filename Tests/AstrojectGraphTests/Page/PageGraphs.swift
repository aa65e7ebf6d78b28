import Astroject

@testable import AstrojectGraph

/// Graphs for tests of the page.
enum PageGraph {
  /// A graph in layers: each registration needs some of the next ones.
  static func layered(_ count: Int, needs: Int) -> DependencyGraph {
    let scopes = DependencyGraph.Node.Scope.allCases
    let stems = ["Store", "Model", "Screen", "Service", "Cache", "Client", "Router", "Queue", "Parser", "Mapper"]
    let modules = ["App", "Storage", "Network", "Feed", "Account"]
    let ids = (0..<count).map { "\(modules[$0 % 5]).\(stems[$0 % 10])\($0)" }
    let nodes = (0..<count).map { number in
      DependencyGraph.Node.sample(
        "\(stems[number % 10])\(number)", scopes[number % 7], id: ids[number],
        effect: .init(isAsynchronous: number % 9 == 0, isOnMainActor: number % 11 == 0),
        isOpaque: number % 50 == 0, group: "\(modules[number % 5])Assembly",
        location: "\(modules[number % 5])/\(stems[number % 10]).swift")
    }
    let kinds: [DependencyGraph.Edge.Kind] = [.required, .lazy, .provider, .optional, .required]
    var edges: [DependencyGraph.Edge] = []
    edges.reserveCapacity(count * needs)
    for number in 0..<count {
      for position in 1...needs {
        let end = number + position * position
        guard needs > 10 || end < count else { break }
        let node = nodes[end % count]
        edges.append(
          .sample(in: "", ids[number], node.key, kinds[position % 5], to: node.id, position: position))
      }
      // One registration that very many need.
      let hub = count / 2
      if number < hub, number % 7 == 0 {
        edges.append(.sample(in: "", ids[number], nodes[hub].key, to: nodes[hub].id, position: needs + 1))
      }
    }
    return DependencyGraph(nodes, edges)
  }

  /// Names that would be markup, script or the end of either, if they were not data.
  static let hostileNames = [
    "say \"hello\"", "it's", "two\nlines", "--> end", "<!-- begin", "App::Store", "100%", "%41", "%zz", "a & b &amp; c",
    "</script><script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>", "javascript:window.hacked=1",
    "\u{202E}desrever", "zero\u{200B}width", "line\u{2028}separator", "nul\0byte", "back\\slash", "`code`", "",
    "__proto__", "constructor", "${window.hacked=1}", "Größe 変 🍏", "]]>", "#hash", "page-search",
  ]

  static let hostile: DependencyGraph = {
    let nodes = hostileNames.enumerated().map { number, name in
      DependencyGraph.Node.sample(
        name, .scoped, id: name, keeper: name, isOpaque: number % 3 == 0, container: number % 2, group: name,
        location: name, allowances: [.init(rule: .cycle, type: name, reason: name)])
    }
    let edges = zip(hostileNames, hostileNames.dropFirst()).flatMap { from, to -> [DependencyGraph.Edge] in
      [
        .sample(in: "", from, to, site: .property, position: nil, property: to),
        .sample(in: "", from, "missing " + to, isMissing: true),
      ]
    }
    return DependencyGraph(containers: [.init(name: "</title><b>"), .init(name: nil)], nodes: nodes, edges: edges)
  }()

  /// A report on hostile names, whose texts contain them.
  static let hostileReport: GraphReport = {
    let graph = hostile
    let findings = graph.nodes.map { node in
      GraphFinding(
        rule: .isolation, location: node.location, headline: "Headline of \(node.key).",
        details: ["Detail \(node.key)"], remedy: "remedy `\(node.key)`", node: node, edges: [], nodes: graph.nodes,
        neededBy: [], path: [], pathOmission: 0, need: nil, nearMatches: [])
    }
    return GraphReport(
      graph: graph, findings: findings, hints: [], silenced: findings.map { .init(finding: $0, reason: $0.headline) },
      idleAllowances: [], leftOut: graph.nodes.map { .init(node: $0, dictionary: $0.key) }, unused: graph.nodes,
      opacity: Dictionary(graph.nodes.map { ($0.id, ", " + $0.key) }) { first, _ in first })
  }()
}

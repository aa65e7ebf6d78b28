import Nexus

/// Prints the shortest way from each root to a type.
enum Why: Command {
  static let name = "why"
  static let summary = "Print the shortest way from each root to a type, also to one that is missing."
  static let operand: String? = "TYPE"
  static let options: [Option] = []

  static func run(_ subject: Subject) throws -> Outcome {
    let report = try subject.report()
    let graph = report.graph
    let word = subject.invocation.operand ?? ""
    let ways = Ways(graph, from: graph.positions(ofRoots: subject.roots))
    let missing = graph.edges.filter(\.isMissing)
    let meant = missing.filter { TypeSearch.matches($0.need, word) }
    let steps = Dictionary(meant.map { ($0.from, "\($0)") }) { first, _ in first }
    let owners = graph.nodes.indices.filter { steps[graph.nodes[$0].id] != nil }
    let lost = report.findings.filter { $0.isOfRoot(among: subject.roots) }
    var text = lost.filter { TypeSearch.matches($0.need ?? "", word) }
      .map { $0.headline.escaped(to: .max) + "\n" }.joined()
    if !owners.isEmpty { text += ways.text(to: owners) { steps[$0.id] } }
    // A type that is missing may be registered under another name.
    do {
      let search = try TypeSearch(word, in: graph, besides: missing.map(\.need) + lost.compactMap(\.need))
      text += ways.text(to: search.positions) { _ in nil }
    } catch {
      if text.isEmpty { throw error }
    }
    return Outcome(output: text)
  }
}

extension GraphFinding {
  /// Returns true if a root is not registered; a registration may need it, too.
  fileprivate func isOfRoot(among roots: [Any.Type]) -> Bool {
    rule == .missingDependency && (node == nil || roots.contains { Key($0).description == need })
  }
}

/// The ways from the roots of a graph.
private struct Ways {
  private let graph: DependencyGraph
  private let roots: [Int]?
  private let neighbours: Neighbours
  /// The number of registrations whose ways are printed one after the other; of more, each root has one way to the
  /// nearest.
  private static let most = 20

  init(_ graph: DependencyGraph, from roots: [Int]?) {
    self.graph = graph
    self.roots = roots
    neighbours = Neighbours(graph)
  }

  /// Returns the ways to registrations.
  ///
  /// - Parameter last: Returns the step that follows a registration, if there is one.
  func text(to targets: [Int], then last: (DependencyGraph.Node) -> String?) -> String {
    let groups = targets.count > Ways.most ? [targets] : targets.map { [$0] }
    return groups.flatMap { lines(to: $0, then: last) }.joined(separator: "\n") + "\n"
  }

  private func lines(to targets: [Int], then last: (DependencyGraph.Node) -> String?) -> [String] {
    let ways = graph.paths(to: targets, from: roots, by: neighbours)
    guard !ways.isEmpty else {
      return targets.prefix(1).map { target in
        let node = graph.nodes[target]
        return "No root leads to \(node.key)\(last(node).map { ", which \($0)" } ?? "").".escaped(to: .max)
      }
    }
    let edges = Dictionary(grouping: ways.graph.edges, by: \.from)
    return ways.flatMap { way -> [String] in
      let steps = zip(way, way.indices).map { node, position in
        let step = position == 0 ? "" : Steps.text(from: way[position - 1], to: node, edges)
        return Tree.line(step + node.placed, depth: position)
      }
      return steps + (way.last.flatMap(last).map { [Tree.line($0, depth: way.count)] } ?? [])
    }
  }
}

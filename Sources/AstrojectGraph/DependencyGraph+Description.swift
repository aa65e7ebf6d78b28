import Nexus

// The text of a graph.

extension DependencyGraph: CustomStringConvertible {
  /// A line for each registration, in the order in which they were made, and below it one for each thing that it gets.
  ///
  /// ```
  /// 2 registrations:
  ///   Notes (singleton), registered at App/App.swift:12
  ///     gets Storage as parameter 1
  ///   Storage (graph), registered at App/App.swift:13
  /// ```
  public var description: String {
    let edges = Dictionary(grouping: edges, by: \.from)
    let count = "\(nodes.count) \(nodes.count == 1 ? "registration" : "registrations")"
    let lines = nodes.flatMap { node -> [String] in
      var lines = ["  \(node), registered at \(node.location)" + home(of: node)]
      lines += edges[node.id, default: []].map { "    \($0)" }
      if node.isOpaque { lines.append("    may get more, which is not known") }
      return lines
    }
    return lines.isEmpty ? "no registrations" : (["\(count):"] + lines).joined(separator: "\n")
  }

  /// Where a registration of another container than the one that was asked is.
  private func home(of node: Node) -> String {
    guard node.container > 0, containers.indices.contains(node.container) else { return "" }
    return containers[node.container].name.map { ", in the parent \"\($0)\"" } ?? ", in a parent"
  }
}

extension DependencyGraph.Node: CustomStringConvertible {
  /// Its key, its scope, and what else there is to be known about it: `Notes (singleton, async)`.
  public var description: String {
    // A decorator is kept as what it surrounds is.
    let words = (isDecorator ? [] : [scopeText]) + facts
    return words.isEmpty ? key : "\(key) (\(words.joined(separator: ", ")))"
  }
}

extension DependencyGraph.Edge: CustomStringConvertible {
  /// The dependency, and where it goes: `gets Storage as parameter 1, by a \`Lazy\``.
  public var description: String {
    if kind == .decorates { return "decorates \(need)" }
    let source =
      switch kind {
      case .argument: ", from the caller"
      case .value: ", as a given value"
      case .closure: ", made by a closure"
      case .required, .optional, .lazy, .provider, .collection, .forwarded, .container, .resolver, .decorates,
        .observed:
        isMissing ? ", which is not registered" : ""
      }
    return "gets \(need)\(joint)\(way(of: nil))\(source)"
  }
}

import Nexus

// The text of a graph.

extension DependencyGraph: CustomStringConvertible {
  /// A line for each registration, in registration order, followed by a line for each of its dependencies.
  ///
  /// ```
  /// 2 registrations:
  ///   Notes (singleton), registered at App/App.swift:12
  ///     gets Storage as parameter 1
  ///   Storage (graph), registered at App/App.swift:13
  /// ```
  public var description: String {
    let needs = NeedList(self)
    let edges = Dictionary(grouping: needs.edges, by: \.from)
    let lines = nodes.flatMap { node -> [String] in
      var lines = ["  \(node), registered at \(node.place)" + home(of: node)]
      lines += edges[node.id, default: []].map { "    \(needs.text(of: $0))" }
      if node.isOpaque { lines.append("    may get more, which is unknown") }
      return lines
    }
    return lines.isEmpty ? "no registrations" : (["\(nodes.extent):"] + lines).joined(separator: "\n")
  }

  /// Names the parent that has a node; empty for the container that the graph was made of.
  private func home(of node: Node) -> String {
    guard node.container > 0, containers.indices.contains(node.container) else { return "" }
    return containers[node.container].name.map { ", in the parent \($0.quoted)" } ?? ", in a parent"
  }
}

extension DependencyGraph.Node: CustomStringConvertible {
  /// Its key and scope, followed by its other facts: `Notes (singleton, async)`.
  public var description: String {
    let words = scopeWords + facts
    return words.isEmpty ? key : "\(key) (\(words.joined(separator: ", ")))"
  }
}

extension DependencyGraph.Edge: CustomStringConvertible {
  /// The dependency and its site: `gets Storage as parameter 1, by a \`Lazy\``.
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

/// A graph whose registrations are taken together in groups, such as modules.
///
/// ```swift
/// print(container.graph.grouped(by: .module).mermaid)
/// ```
public struct GroupedGraph: Sendable, Hashable, Codable {
  /// The property by which registrations are taken together.
  public enum Property: String, Sendable, Hashable, Codable, CaseIterable {
    /// The module of the registered type.
    case module
    /// The assembly or module that registered it.
    case group
    /// The container that has it.
    case container
  }

  /// Registrations that agree in the property.
  public struct Group: Sendable, Hashable, Codable {
    /// The value of the property: `Networking`; empty for registrations that have none.
    public let name: String
    /// The registrations, in the order in which they were made.
    public let nodes: [DependencyGraph.Node]
  }

  /// The dependencies of the registrations of one group on those of another one.
  public struct Edge: Sendable, Hashable, Codable {
    /// The name of the group that has the dependencies.
    public let from: String
    /// The name of the group that provides them.
    public let to: String
    /// The number of dependencies.
    public let count: Int
  }

  /// The property by which the registrations are taken together.
  public let property: Property
  /// The groups, in the order of their first registrations.
  public let groups: [Group]
  /// The dependencies between different groups, in the order of the groups.
  public let edges: [Edge]
}

extension DependencyGraph {
  /// Returns the graph of the groups whose registrations agree in a property.
  ///
  /// The time is linear in the size of the graph.
  ///
  /// - Parameter property: The property, such as the module of the registered type.
  /// - Returns: The groups and the dependencies between different ones.
  public func grouped(by property: GroupedGraph.Property) -> GroupedGraph {
    let titles = titles
    let names = Dictionary(nodes.map { ($0.id, name(of: $0, in: property, titles)) }) { first, _ in first }
    var order: [String] = []
    var members: [String: [Node]] = [:]
    for node in nodes {
      let name = names[node.id] ?? ""
      if members[name] == nil { order.append(name) }
      members[name, default: []].append(node)
    }
    var counts: [String: [String: Int]] = [:]
    for edge in NeedList(self).edges {
      guard let from = names[edge.from], let to = edge.to.flatMap({ names[$0] }), from != to else { continue }
      counts[from, default: [:]][to, default: 0] += 1
    }
    let edges = order.flatMap { from -> [GroupedGraph.Edge] in
      guard let ends = counts[from] else { return [] }
      return order.compactMap { to in ends[to].map { GroupedGraph.Edge(from: from, to: to, count: $0) } }
    }
    return GroupedGraph(
      property: property, groups: order.map { GroupedGraph.Group(name: $0, nodes: members[$0] ?? []) }, edges: edges)
  }

  private func name(of node: Node, in property: GroupedGraph.Property, _ titles: [String]) -> String {
    switch property {
    case .module: node.module
    case .group: node.group ?? ""
    case .container: titles.indices.contains(node.container) ? titles[node.container] : ""
    }
  }

  /// The names of the containers in pictures, each different from the others.
  var titles: [String] {
    var numbering = Numbering()
    return containers.enumerated().map { number, container in
      numbering.unique(container.name ?? (number == 0 ? "container" : "parent"))
    }
  }
}

extension GroupedGraph: CustomStringConvertible {
  /// A line for each group, followed by a line for each group that it needs: `  needs Networking 3 times`.
  public var description: String {
    let ends = Dictionary(grouping: edges, by: \.from)
    return groups.flatMap { group in
      ["\(group.title): \(group.nodes.extent)"]
        + (ends[group.name] ?? []).map { "  needs \(Group(name: $0.to, nodes: []).title), \($0.text)" }
    }.joined(separator: "\n")
  }
}

extension GroupedGraph.Group {
  /// The name in texts and pictures.
  var title: String { name.isEmpty ? "others" : name }
}

extension GroupedGraph.Edge {
  /// The number of dependencies as text.
  var text: String { counted(count, "time") }
}

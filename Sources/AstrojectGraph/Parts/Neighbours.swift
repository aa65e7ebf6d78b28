import Nexus

/// The registrations next to each registration of a graph, by their positions in its list.
package struct Neighbours {
  /// The positions of the registrations, by identity.
  package let positions: [DependencyGraph.Node.ID: Int]
  /// The registrations that each one needs, each once, in the order of the edges.
  package private(set) var needs: [[Int]]
  /// The registrations that need each one, each once.
  package private(set) var neededBy: [[Int]]

  /// - Complexity: Linear in the size of the graph.
  package init(_ graph: DependencyGraph) {
    positions = Dictionary(graph.nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    needs = Array(repeating: [], count: graph.nodes.count)
    neededBy = needs
    var seen: Set<Pair> = []
    for edge in graph.edges {
      guard let from = positions[edge.from], let to = edge.to.flatMap({ positions[$0] }) else { continue }
      // What is decorated is made with its decorator, against the edge.
      let (owner, need) = edge.kind == .decorates ? (to, from) : (from, to)
      guard owner != need, seen.insert(Pair(owner: owner, need: need)).inserted else { continue }
      needs[owner].append(need)
      neededBy[need].append(owner)
    }
  }

  private struct Pair: Hashable {
    let owner: Int
    let need: Int
  }

  /// Returns registrations, and all that others lead to within a number of steps.
  static func reached(from start: [Int], by next: [[Int]], depth: Int = .max) -> Set<Int> {
    var reached = Set(start)
    var line = start
    var rest = depth
    while rest > 0, !line.isEmpty {
      line = line.flatMap { next[$0] }.filter { reached.insert($0).inserted }
      rest -= 1
    }
    return reached
  }

  /// The registrations that nothing needs.
  package var roots: [Int] { neededBy.indices.filter { neededBy[$0].isEmpty } }
}

extension DependencyGraph {
  /// Returns the positions of the registrations of a type, with any name or key.
  package func positions(of type: Any.Type) -> [Int] {
    let name = TypeName(type).qualified
    return nodes.indices.filter { nodes[$0].type == name }
  }

  /// Returns the positions of all registrations that provide some types, in order of registration; nil if there are no
  /// types.
  package func positions(ofRoots types: [Any.Type]) -> [Int]? {
    if types.isEmpty { return nil }
    let found = types.flatMap { type -> [Int] in
      let own = positions(of: type)
      return own.isEmpty ? positions(behind: type) : own
    }
    return Set(found).sorted()
  }

  /// Returns the positions of the registrations that a derived form is made of; none for any other type.
  ///
  /// It finds what ``Survey/points(answering:)`` does, as far as the texts of a graph tell.
  ///
  /// - Parameter givesArguments: True if it is within a provider, which may give arguments.
  private func positions(behind type: Any.Type, givingArguments givesArguments: Bool = false) -> [Int] {
    guard let inner = DerivedForms.form(of: type)?.dependency(for: Key(type), at: .declared),
      inner.kind != .container, inner.kind != .resolver
    else { return [] }
    // The text of a key begins with that of its type. A name or key follows, and then the arguments.
    let name = inner.key.description
    let candidates = positions(of: inner.key.product).filter { !nodes[$0].isDecorator && !nodes[$0].isShadowed }
      .map { (position: $0, rest: nodes[$0].key.dropFirst(name.count), isContribution: nodes[$0].isContribution) }
    if inner.kind == .collection {
      let labels = inner.keys.map { [$0 == String.self ? " named " : " keyed "] } ?? [" named ", " keyed "]
      // A collection leaves out what takes arguments, by its key or by a rule, and forwardings to that.
      var takers = Set(edges.filter { $0.kind == .argument }.map(\.from))
      takers.formUnion(edges.filter { $0.kind == .forwarded && takers.contains($0.to ?? "") }.map(\.from))
      return candidates.filter { candidate in
        if candidate.rest.hasArguments || takers.contains(nodes[candidate.position].id) { return false }
        return candidate.rest.isEmpty && inner.keys == nil || labels.contains(where: candidate.rest.hasPrefix)
      }.map(\.position)
    }
    let givesArguments = givesArguments || inner.kind == .provider
    let plain = candidates.filter { $0.rest.isEmpty && !$0.isContribution }
    let others = givesArguments ? candidates.filter { $0.rest.hasPrefix(" with ") } : []
    let found = (plain.isEmpty ? others : plain).map(\.position)
    return found.isEmpty ? positions(behind: inner.key.product, givingArguments: givesArguments) : found
  }

  /// Returns the part of the graph with some registrations and the dependencies between them.
  func part(_ isMember: (Int) -> Bool) -> DependencyGraph {
    let members = nodes.indices.filter(isMember).map { nodes[$0] }
    let ids = Set(members.map(\.id))
    return DependencyGraph(
      containers: containers, nodes: members,
      edges: edges.filter { edge in ids.contains(edge.from) && edge.to.map(ids.contains) ?? true })
  }
}

extension Substring {
  /// True if the text of a key, without its type, ends with types of arguments.
  ///
  /// The text of a name or key may contain the same words, but then the parentheses before them, or after them, are not
  /// in pairs.
  fileprivate var hasArguments: Bool {
    guard hasSuffix(")"), let types = ranges(of: " with (").last else { return false }
    return [self[..<types.lowerBound], self[types.lowerBound...]].allSatisfy { part in
      part.count { $0 == "(" } == part.count { $0 == ")" }
    }
  }
}

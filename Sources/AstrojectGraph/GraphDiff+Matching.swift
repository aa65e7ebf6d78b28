extension GraphDiff {
  init(from old: DependencyGraph, to new: DependencyGraph) {
    containers = old.containers == new.containers ? nil : Change(old: old.containers, new: new.containers)

    var nodes = Matching(old.looks, new.looks)
    // Registrations that share a key are numbered by their order. Those that differ only in the number are matched
    // first.
    nodes.match { $1 }
    nodes.match { $1.node }
    nodes.match { node, _ in node.id }
    self.nodes = nodes.changes { $0.node == $1.node }

    // A removed node must not be mistaken for the one that has its number now.
    let gone = old.nodes.map { ($0.id, "gone: \($0.id)") }
    let ids = Dictionary(nodes.pairs.map { ($0.id, $1.id) } + gone) { first, _ in first }
    var edges = Matching(
      old.edges.map { edge in (edge, edge.between { ids[$0] ?? $0 }) }, new.edges.map { ($0, $0) })
    // The most similar edges are matched first. So a parameter that moves is not mistaken for the one that takes its
    // position.
    edges.match { $1 }
    edges.match { Use($1, need: $1.need, spot: Spot($1)) }
    edges.match { Use($1, need: $1.need, kind: $1.kind, target: $1.to) }
    edges.match { Use($1, need: $1.need) }
    edges.match { _, edge in Spot(edge).map { Use(edge, spot: $0) } }
    self.edges = edges.changes(isSame: ==)
  }

  /// A registration without its location and its place in the order.
  fileprivate struct Look: Hashable {
    let node: DependencyGraph.Node
    let edges: Set<DependencyGraph.Edge>
  }

  /// A parameter or a property.
  private struct Spot: Hashable {
    let position: Int?
    let property: String?

    init?(_ edge: DependencyGraph.Edge) {
      if edge.position == nil, edge.property == nil { return nil }
      position = edge.position
      property = edge.property
    }
  }

  /// The properties that two edges share if they are the same dependency.
  private struct Use: Hashable {
    let from: DependencyGraph.Node.ID
    let site: DependencyGraph.Edge.Site
    let need: String?
    let spot: Spot?
    let kind: DependencyGraph.Edge.Kind?
    let target: DependencyGraph.Node.ID?

    init(
      _ edge: DependencyGraph.Edge, need: String? = nil, spot: Spot? = nil, kind: DependencyGraph.Edge.Kind? = nil,
      target: DependencyGraph.Node.ID? = nil
    ) {
      from = edge.from
      site = edge.site
      self.need = need
      self.spot = spot
      self.kind = kind
      // Elements of a collection have the same need and spot. Only their targets tell them apart.
      self.target = edge.kind == .collection ? edge.to : target
    }
  }
}

extension DependencyGraph {
  /// The nodes, each with its look.
  fileprivate var looks: [(Node, GraphDiff.Look)] {
    let edges = Dictionary(grouping: edges, by: \.from)
    return nodes.map { node in
      let own = edges[node.id] ?? []
      return (node, GraphDiff.Look(node: node.withoutLocation, edges: Set(own.map { $0.between(\.unnumbered) })))
    }
  }
}

extension String {
  /// A node's `id` without the number that tells registrations of one key apart.
  fileprivate var unnumbered: String {
    guard let sign = lastIndex(where: { !$0.isWholeNumber }), self[...sign].hasSuffix(" #") else { return self }
    return String(self[..<sign].dropLast())
  }
}

extension DependencyGraph.Edge {
  /// Returns the edge with other identities for its two nodes.
  fileprivate func between(_ name: (DependencyGraph.Node.ID) -> DependencyGraph.Node.ID) -> Self {
    Self(
      from: name(from), to: to.map(name), need: need, kind: kind, site: site, position: position, property: property,
      container: container, isMissing: isMissing)
  }
}

extension DependencyGraph.Node {
  /// The node without its location, its number and the registration that it replaced.
  fileprivate var withoutLocation: Self {
    Self(
      id: id.unnumbered, key: key, type: type, origin: origin, scope: scope, keeper: keeper, effect: effect, ownEffect: ownEffect,
      isOpaque: isOpaque, isEager: isEager, isContribution: isContribution, isDecorator: isDecorator,
      isShadowed: isShadowed,
      container: container, group: group, location: nil, replaced: nil, allowances: allowances)
  }
}

/// Pairs the equal values of two lists by traits that are tried one after another.
private struct Matching<Value: Sendable & Hashable & Codable, Look> {
  private let old: [(value: Value, look: Look)]
  private let new: [(value: Value, look: Look)]
  /// The position of the old value that matches each new one.
  private var partners: [Int?]
  private var isTaken: [Bool]

  init(_ old: [(Value, Look)], _ new: [(Value, Look)]) {
    self.old = old
    self.new = new
    partners = Array(repeating: nil, count: new.count)
    isTaken = Array(repeating: false, count: old.count)
  }

  /// Pairs values without a partner that have the same trait, in order; a nil trait matches nothing.
  mutating func match<Trait: Hashable>(_ trait: (Value, Look) -> Trait?) {
    var candidates: [Trait: [Int]] = [:]
    for position in old.indices.reversed() where !isTaken[position] {
      if let trait = trait(old[position].value, old[position].look) { candidates[trait, default: []].append(position) }
    }
    for position in new.indices where partners[position] == nil {
      guard let trait = trait(new[position].value, new[position].look), let partner = candidates[trait]?.popLast()
      else { continue }
      partners[position] = partner
      isTaken[partner] = true
    }
  }

  /// The matched values.
  var pairs: [(old: Value, new: Value)] {
    zip(new, partners).compactMap { new, partner in partner.map { (old[$0].value, new.value) } }
  }

  func changes(isSame: (Look, Look) -> Bool) -> GraphDiff.Changes<Value> {
    var added: [Value] = []
    var changed: [GraphDiff.Change<Value>] = []
    for (new, partner) in zip(new, partners) {
      if let partner {
        let old = old[partner]
        if !isSame(old.look, new.look) { changed.append(GraphDiff.Change(old: old.value, new: new.value)) }
      } else {
        added.append(new.value)
      }
    }
    let removed = zip(old, isTaken).filter { !$0.1 }.map(\.0.value)
    return GraphDiff.Changes(added: added, removed: removed, changed: changed)
  }
}

extension GraphDiff {
  init(from old: DependencyGraph, to new: DependencyGraph) {
    containers = old.containers == new.containers ? nil : Change(old: old.containers, new: new.containers)

    let (oldLooks, newLooks) = (old.looks, new.looks)
    var nodes = Matching(old.nodes, new.nodes, oldLook: { oldLooks[$0] }, newLook: { newLooks[$0] })
    // Registrations that share a key are numbered by their order. Those that differ only in the number are matched
    // first.
    nodes.match { $1 }
    nodes.match { Look(node: $1.node, edges: $1.edges) }
    nodes.match { $1.node }
    nodes.match { node, _ in node.id }
    self.nodes = nodes.changes { $0.node == $1.node }

    // A removed node must not be mistaken for the one that has its number now.
    let gone = old.nodes.map { ($0.id, "gone: \($0.id)") }
    let ids = Dictionary(nodes.pairs.map { ($0.id, $1.id) } + gone) { first, _ in first }
    var edges = Matching(
      old.edges, new.edges, oldLook: { position in old.edges[position].between { ids[$0] ?? $0 } },
      newLook: { new.edges[$0] })
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
    /// Its dependencies, if there are several registrations of its key.
    let edges: Set<DependencyGraph.Edge>
    /// The registrations that provide them and share their keys with others.
    var providers: Set<DependencyGraph.Node> = []
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
  fileprivate var looks: [GraphDiff.Look] {
    let alike = Dictionary(grouping: nodes.map(\.id), by: \.unnumbered).values.filter { $0.count > 1 }
    let ambiguous = Set(alike.joined())
    let edges = Dictionary(grouping: edges.lazy.filter { ambiguous.contains($0.from) }, by: \.from)
    let plain = nodes.map(\.withoutLocation)
    let providers = Dictionary(zip(nodes.map(\.id), plain).filter { ambiguous.contains($0.0) }) { first, _ in first }
    return zip(nodes, plain).map { node, plain in
      let own = edges[node.id] ?? []
      return GraphDiff.Look(
        node: plain, edges: Set(own.map { $0.between(\.unnumbered) }),
        providers: Set(own.compactMap { $0.to.flatMap { providers[$0] } }))
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
  package func between(_ name: (DependencyGraph.Node.ID) -> DependencyGraph.Node.ID) -> Self {
    Self(
      from: name(from), to: to.map(name), need: need, kind: kind, site: site, position: position, property: property,
      container: container, isMissing: isMissing, missingKey: missingKey)
  }
}

extension DependencyGraph.Node {
  /// The node without its location, its number and the registration that it replaced.
  fileprivate var withoutLocation: Self {
    Self(
      id: id.unnumbered, key: key, type: type, origin: origin, scope: scope, keeper: keeper, effect: effect,
      ownEffect: ownEffect,
      isOpaque: isOpaque, isEager: isEager, isContribution: isContribution, isDecorator: isDecorator,
      isShadowed: isShadowed,
      container: container, group: group, location: nil, replaced: nil, allowances: allowances)
  }
}

/// Pairs the equal values of two lists by traits that are tried one after another.
private struct Matching<Value: Sendable & Hashable & Codable, Look: Equatable> {
  private let old: [Value]
  private let new: [Value]
  // The looks are made when they are needed, because there may be a million.
  private let oldLook: (Int) -> Look
  private let newLook: (Int) -> Look
  /// The position of the old value that matches each new one.
  private var partners: [Int?]
  private var isTaken: [Bool]

  init(_ old: [Value], _ new: [Value], oldLook: @escaping (Int) -> Look, newLook: @escaping (Int) -> Look) {
    self.old = old
    self.new = new
    self.oldLook = oldLook
    self.newLook = newLook
    partners = Array(repeating: nil, count: new.count)
    isTaken = Array(repeating: false, count: old.count)
    // Most graphs differ in little, so most values need no table.
    for position in 0..<min(old.count, new.count) {
      guard oldLook(position) == newLook(position) else { break }
      partners[position] = position
      isTaken[position] = true
    }
  }

  /// Pairs values without a partner that have the same trait, in order; a nil trait matches nothing.
  mutating func match<Trait: Hashable>(_ trait: (Value, Look) -> Trait?) {
    var candidates: [Trait: [Int]] = [:]
    for position in old.indices.reversed() where !isTaken[position] {
      if let trait = trait(old[position], oldLook(position)) { candidates[trait, default: []].append(position) }
    }
    if candidates.isEmpty { return }
    for position in new.indices where partners[position] == nil {
      guard let trait = trait(new[position], newLook(position)), let partner = candidates[trait]?.popLast()
      else { continue }
      partners[position] = partner
      isTaken[partner] = true
    }
  }

  /// The matched values.
  var pairs: [(old: Value, new: Value)] {
    zip(new, partners).compactMap { new, partner in partner.map { (old[$0], new) } }
  }

  func changes(isSame: (Look, Look) -> Bool) -> GraphDiff.Changes<Value> {
    var added: [Value] = []
    var changed: [GraphDiff.Change<Value>] = []
    for (position, partner) in partners.enumerated() {
      if let partner {
        if !isSame(oldLook(partner), newLook(position)) {
          changed.append(GraphDiff.Change(old: old[partner], new: new[position]))
        }
      } else {
        added.append(new[position])
      }
    }
    return GraphDiff.Changes(
      added: added, removed: zip(old, isTaken).filter { !$0.1 }.map(\.0), changed: changed)
  }
}

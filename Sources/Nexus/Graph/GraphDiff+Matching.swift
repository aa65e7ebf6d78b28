extension GraphDiff {
  init(from old: DependencyGraph, to new: DependencyGraph) {
    containers = old.containers == new.containers ? nil : Change(old: old.containers, new: new.containers)

    var nodes = Matching(old.nodes, new.nodes)
    nodes.match { $0.id }
    self.nodes = nodes.changes { $0.withoutPlace == $1.withoutPlace }

    var edges = Matching(old.edges, new.edges)
    // What is most alike is matched first: so a parameter that moves is not taken for another one in its old position.
    edges.match { $0 }
    edges.match { Use($0, need: $0.need, spot: Spot($0)) }
    edges.match { Use($0, need: $0.need, kind: $0.kind, target: $0.to) }
    edges.match { Use($0, need: $0.need) }
    edges.match { edge in Spot(edge).map { Use(edge, spot: $0) } }
    self.edges = edges.changes(isSame: ==)
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

  /// What two edges have in common that are one.
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
      // The elements of a collection are for one need and go to one place: only their targets tell them apart.
      self.target = edge.kind == .collection ? edge.to : target
    }
  }
}

extension DependencyGraph.Node {
  /// It as it is wherever it stands in the source.
  fileprivate var withoutPlace: Self {
    Self(
      id: id, key: key, origin: origin, scope: scope, keeper: keeper, effect: effect, ownEffect: ownEffect,
      isOpaque: isOpaque, isEager: isEager, isContribution: isContribution, isShadowed: isShadowed,
      container: container, group: group, place: "", allowances: allowances)
  }
}

/// Finds out which values of two lists are the same.
private struct Matching<Value: Sendable & Hashable & Codable> {
  private let old: [Value]
  private let new: [Value]
  /// For each of the new values, the position of the old one.
  private var partners: [Int?]
  private var isTaken: [Bool]

  init(_ old: [Value], _ new: [Value]) {
    self.old = old
    self.new = new
    partners = Array(repeating: nil, count: new.count)
    isTaken = Array(repeating: false, count: old.count)
  }

  /// Matches, one after another, those without a partner that have the same trait; nil is none.
  mutating func match<Trait: Hashable>(_ trait: (Value) -> Trait?) {
    var candidates: [Trait: [Int]] = [:]
    for position in old.indices.reversed() where !isTaken[position] {
      if let trait = trait(old[position]) { candidates[trait, default: []].append(position) }
    }
    for position in new.indices where partners[position] == nil {
      guard let trait = trait(new[position]), let partner = candidates[trait]?.popLast() else { continue }
      partners[position] = partner
      isTaken[partner] = true
    }
  }

  func changes(isSame: (Value, Value) -> Bool) -> GraphDiff.Changes<Value> {
    var added: [Value] = []
    var changed: [GraphDiff.Change<Value>] = []
    for (value, partner) in zip(new, partners) {
      if let partner {
        if !isSame(old[partner], value) { changed.append(GraphDiff.Change(old: old[partner], new: value)) }
      } else {
        added.append(value)
      }
    }
    let removed = zip(old, isTaken).filter { !$0.1 }.map(\.0)
    return GraphDiff.Changes(added: added, removed: removed, changed: changed)
  }
}

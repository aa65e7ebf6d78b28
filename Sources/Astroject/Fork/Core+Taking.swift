// What a module or an assembly registers in a draft, as overrides: each goes where its counterpart is.

extension Core {
  /// Takes the registrations of a group into this container and its parents: in the place of what is there under the
  /// same keys, anything else as the latest; in the order of the group.
  package func take(_ group: [Blueprint], as override: Usage.Override) {
    var taking = Taking(group.sorted { $0.sequence < $1.sequence }, into: self)
    taking.run(as: override)
  }
}

/// How the registrations of a group find their places.
private struct Taking {
  /// A key in one container.
  private struct Spot: Hashable {
    let owner: ObjectIdentifier
    let key: Key
  }

  /// What stands at a spot, and what comes there.
  private struct Position {
    /// What each of the comers takes the place of, if it does.
    var olds: [ObjectIdentifier: Blueprint] = [:]
    /// The places in the order that are free for what comes, the first one last.
    var sequences: [UInt] = []
  }

  private let core: Core
  /// In order.
  private let group: [Blueprint]
  /// What a draft replaces, or else a type that it implements: what is new goes where that is, and is kept as that is.
  private var models: [ObjectIdentifier: Match] = [:]
  private var positions: [Spot: Position] = [:]
  /// What became of the drafts, and that as a set.
  private var made: [ObjectIdentifier: Blueprint] = [:]
  private var products: Set<ObjectIdentifier> = []

  init(_ group: [Blueprint], into core: Core) {
    self.core = core
    self.group = group
    // Everything is looked up before anything is placed: what the group itself brings is not to be replaced.
    let forwardings = Dictionary(grouping: group) { $0.forwardingTarget.map(ObjectIdentifier.init) }
    for draft in group where draft.forwardingTarget == nil {
      models[ObjectIdentifier(draft)] = model(of: draft, implementing: forwardings[ObjectIdentifier(draft)] ?? [])
    }
    let keyed = Dictionary(grouping: group.filter { !$0.isContribution }, by: spot)
    positions = keyed.mapValues { comers in position(for: comers, under: comers[0].key, in: owner(for: comers[0])) }
  }

  mutating func run(as override: Usage.Override) {
    clearTheWay()
    for draft in group {
      let new = put(draft, as: override)
      made[ObjectIdentifier(draft)] = new
      products.insert(ObjectIdentifier(new))
    }
  }

  // MARK: Where

  private func model(of draft: Blueprint, implementing forwardings: [Blueprint]) -> Match? {
    if !draft.isContribution, let found = core.findOrAdopt(draft.key) { return found }
    return forwardings.lazy.compactMap { core.findOrAdopt($0.key) }.first
  }

  /// The container that a draft goes into: a forwarding goes where its target does.
  private func owner(for draft: Blueprint) -> Core {
    models[ObjectIdentifier(draft.forwardingTarget ?? draft)]?.owner ?? core
  }

  private func spot(of draft: Blueprint) -> Spot { Spot(owner: ObjectIdentifier(owner(for: draft)), key: draft.key) }

  /// Has what containers nearer than a forwarding's have under its key not answer in its place.
  private func clearTheWay() {
    let owned = Set(group.filter { $0.forwardingTarget == nil && !$0.isContribution }.map(\.key))
    let forwardings = group.filter { $0.forwardingTarget != nil && !owned.contains($0.key) }
    for (owner, forwardings) in Dictionary(grouping: forwardings, by: { ObjectIdentifier(owner(for: $0)) }) {
      let keys = Set(forwardings.map(\.key))
      for nearer in core.lineage.prefix(while: { ObjectIdentifier($0) != owner }) { nearer.standBack(under: keys) }
    }
  }

  /// Says what goes in the place of what: like goes with like, and what answers a single resolve there is replaced in
  /// any case.
  private func position(for comers: [Blueprint], under key: Key, in owner: Core) -> Position {
    guard let front = owner.find(key), front.owner === owner else { return Position() }
    var old = front.entry.blueprints
    var olds: [ObjectIdentifier: Blueprint] = [:]
    let pair = { (comer: Blueprint) in
      let isForwarding = comer.forwardingTarget != nil
      guard let index = old.lastIndex(where: { ($0.forwardingTarget != nil) == isForwarding }) else { return }
      olds[ObjectIdentifier(comer)] = old.remove(at: index)
    }
    comers.reversed().forEach(pair)
    if let last = comers.last, let index = old.firstIndex(where: { $0 === front.blueprint }) {
      old.remove(at: index)
      if let spared = olds.updateValue(front.blueprint, forKey: ObjectIdentifier(last)) { old.append(spared) }
      for comer in comers.reversed() where olds[ObjectIdentifier(comer)] == nil { pair(comer) }
    }
    var sequences = olds.values.map(\.sequence).sorted(by: >)
    // What was in front may have been protected, and not be the latest; a forwarding is in front only as the latest.
    if comers.last?.forwardingTarget != nil, sequences.count == comers.count,
      old.contains(where: { $0.sequence > sequences[0] })
    {
      sequences[0] = owner.nextSequence()
    }
    return Position(olds: olds, sequences: sequences)
  }

  // MARK: Putting

  private mutating func put(_ draft: Blueprint, as override: Usage.Override) -> Blueprint {
    let owner = owner(for: draft)
    let target = draft.forwardingTarget.flatMap { made[ObjectIdentifier($0)] }
    let spot = draft.isContribution ? nil : spot(of: draft)
    let sequence = spot.flatMap { positions[$0]?.sequences.popLast() } ?? owner.nextSequence()
    if let old = spot.flatMap({ positions[$0]?.olds[ObjectIdentifier(draft)] }), let found = find(old, in: owner) {
      return owner.replace(found, with: draft, as: override, forwardingTo: target, sequence: sequence)
    }
    return owner.add(
      draft, as: override, like: models[ObjectIdentifier(draft)]?.blueprint, forwardingTo: target, sequence: sequence)
  }

  /// What there was before. A forwarding whose target was replaced is a copy by now, at the same place in the order;
  /// what the group has brought may have that place, too.
  private func find(_ old: Blueprint, in owner: Core) -> Match? {
    guard let entry = owner.store.entry(for: old.key) else { return nil }
    let isForwarding = old.forwardingTarget != nil
    let found = entry.blueprints.first { blueprint in
      blueprint.sequence == old.sequence && (blueprint.forwardingTarget != nil) == isForwarding
        && !products.contains(ObjectIdentifier(blueprint))
    }
    return found.map { Match(blueprint: $0, entry: entry, owner: owner) }
  }
}

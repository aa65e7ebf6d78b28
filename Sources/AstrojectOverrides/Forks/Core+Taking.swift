import Astroject

// Overrides by a module or an assembly: each registration of the draft replaces its counterpart.

extension Core {
  /// Adopts the registrations of a group into this container and its parents, in the order of the group.
  ///
  /// A registration replaces the one under its key. If there is none, it is added as the latest.
  func take(_ group: [Blueprint], as override: Usage.Override) {
    var taking = Taking(group.inSequence, into: self)
    taking.run(as: override)
  }
}

/// The positions of a group's registrations in the containers that adopt them.
private struct Taking {
  /// A key in one container.
  private struct Spot: Hashable {
    let owner: ObjectIdentifier
    let key: Key
  }

  /// The registrations that are replaced at a spot, and the positions for the new ones.
  private struct Position {
    /// The registration that each new one replaces, if it replaces any.
    var olds: [ObjectIdentifier: Blueprint] = [:]
    /// The free positions in the order of registration, the first one last.
    var sequences: [UInt] = []
  }

  private let core: Core
  /// The group in the order of registration.
  private let group: [Blueprint]
  /// The registration that a draft replaces, or else one for a type that it implements.
  ///
  /// It decides on container and scope.
  private var models: [ObjectIdentifier: Match] = [:]
  private var positions: [Spot: Position] = [:]
  /// The registrations that were made of the drafts, by draft and as a set.
  private var made: [ObjectIdentifier: Blueprint] = [:]
  private var products: Set<ObjectIdentifier> = []

  init(_ group: [Blueprint], into core: Core) {
    self.core = core
    self.group = group
    // All lookups come first, because registrations of the group must not replace each other.
    var forwardings: [ObjectIdentifier: [Blueprint]] = [:]
    for draft in group {
      if let target = draft.forwardingTarget { forwardings[ObjectIdentifier(target), default: []].append(draft) }
    }
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

  // MARK: Positions

  private func model(of draft: Blueprint, implementing forwardings: [Blueprint]) -> Match? {
    if !draft.isContribution, let found = core.findOrAdopt(draft.key) { return found }
    return forwardings.lazy.compactMap { core.findOrAdopt($0.key) }.first
  }

  /// Returns the container for a draft.
  ///
  /// A forwarding goes where its target goes.
  private func owner(for draft: Blueprint) -> Core {
    models[ObjectIdentifier(draft.forwardingTarget ?? draft)]?.owner ?? core
  }

  private func spot(of draft: Blueprint) -> Spot { Spot(owner: ObjectIdentifier(owner(for: draft)), key: draft.key) }

  /// Removes registrations under the group's forwarding keys from containers nearer than those of the forwardings.
  private func clearTheWay() {
    let owned = Set(group.filter { $0.forwardingTarget == nil && !$0.isContribution }.map(\.key))
    let forwardings = group.filter { $0.forwardingTarget != nil && !owned.contains($0.key) }
    for (owner, forwardings) in Dictionary(grouping: forwardings, by: { ObjectIdentifier(owner(for: $0)) }) {
      let keys = Set(forwardings.map(\.key))
      for nearer in core.lineage.prefix(while: { ObjectIdentifier($0) != owner }) { nearer.removeAll(under: keys) }
    }
  }

  /// Decides which registration each new one replaces.
  ///
  /// Forwardings replace forwardings, and others replace others. The registration that answers a single resolve is
  /// replaced in any case.
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
    var sequences = olds.values.map(\.sequence).ordered { -Int(bitPattern: $0) }
    // The registration in front may have been protected, and not be the latest. A forwarding is in front only as the
    // latest.
    if comers.last?.forwardingTarget != nil, sequences.count == comers.count,
      old.contains(where: { $0.sequence > sequences[0] })
    {
      sequences[0] = owner.nextSequence()
    }
    return Position(olds: olds, sequences: sequences)
  }

  // MARK: Installing

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

  /// Returns the registration that was there before.
  ///
  /// If the target of a forwarding was replaced, the forwarding is now a copy at the same position. A registration of
  /// the group may have that position, too, and is excluded.
  private func find(_ old: Blueprint, in owner: Core) -> Match? {
    let isForwarding = old.forwardingTarget != nil
    let present = owner.store.entry(for: old.key)?.blueprints.first { blueprint in
      blueprint.sequence == old.sequence && (blueprint.forwardingTarget != nil) == isForwarding
        && !products.contains(ObjectIdentifier(blueprint))
    }
    return present.flatMap(owner.find)
  }
}

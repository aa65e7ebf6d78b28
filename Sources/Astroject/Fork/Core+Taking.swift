// What a module or an assembly registers in a draft, as overrides: each goes where its counterpart is.

extension Core {
  /// Takes the registrations of a group into this container and its parents: in the place of what is there under the same
  /// keys, anything else as the latest; in the order of the group.
  package func take(_ group: [Blueprint], as override: Usage.Override) {
    var taking = Taking(group, into: self)
    taking.run(as: override)
  }
}

/// How the registrations of a group find their places.
private struct Taking {
  /// What stands under one key of one container, and what comes there.
  private struct Place {
    let owner: Core
    let key: Key
    /// What there was before.
    var olds: [ObjectIdentifier: Blueprint] = [:]
    /// The places in the order that are free for what comes, the first one last.
    var sequences: [UInt] = []
  }

  private let core: Core
  /// In order.
  private let group: [Blueprint]
  /// What a draft replaces, or else a type that it implements: what is new goes where that is, and is kept as that is.
  private var models: [ObjectIdentifier: Found] = [:]
  private var places: [Place] = []
  /// What became of the drafts.
  private var made: [ObjectIdentifier: Blueprint] = [:]

  init(_ group: [Blueprint], into core: Core) {
    self.core = core
    self.group = group.sorted { $0.sequence < $1.sequence }
    // Everything is looked up before anything is placed: what the group itself brings is not to be replaced.
    for draft in group where draft.forwardingTarget == nil { models[ObjectIdentifier(draft)] = model(of: draft) }
    for draft in self.group where !draft.isContribution {
      let owner = self.owner(ofPlaceFor: draft)
      guard !places.contains(where: { $0.owner === owner && $0.key == draft.key }) else { continue }
      let comers = self.group.filter {
        !$0.isContribution && $0.key == draft.key && self.owner(ofPlaceFor: $0) === owner
      }
      places.append(place(for: comers, under: draft.key, in: owner))
    }
  }

  mutating func run(as override: Usage.Override) {
    for draft in group where draft.forwardingTarget != nil { clearTheWay(for: draft) }
    for draft in group { made[ObjectIdentifier(draft)] = put(draft, as: override) }
  }

  // MARK: Where

  private func model(of draft: Blueprint) -> Found? {
    if !draft.isContribution, let found = core.findOrAdopt(draft.key) { return found }
    return group.lazy.filter { $0.forwardingTarget === draft }.compactMap { core.findOrAdopt($0.key) }.first
  }

  private func owner(ofPlaceFor draft: Blueprint) -> Core {
    models[ObjectIdentifier(draft.forwardingTarget ?? draft)]?.owner ?? core
  }

  /// Takes out what a container nearer than a forwarding's has under its key, and would answer in its place.
  private func clearTheWay(for forwarding: Blueprint) {
    let (key, owner) = (forwarding.key, owner(ofPlaceFor: forwarding))
    if group.contains(where: { $0.forwardingTarget == nil && !$0.isContribution && $0.key == key }) { return }
    for core in core.lineage.prefix(while: { $0 !== owner }) {
      core.settle(core.store.remove { $0 == key }, in: core.store)
    }
  }

  /// Says what goes in the place of what: like goes with like, and what answers a single resolve is replaced in any case.
  private func place(for comers: [Blueprint], under key: Key, in owner: Core) -> Place {
    var place = Place(owner: owner, key: key)
    guard let front = owner.find(key), front.owner === owner else { return place }
    var old = front.entry.blueprints
    let pair = { (comer: Blueprint, index: Int) in
      let taken = old.remove(at: index)
      place.olds[ObjectIdentifier(comer)] = taken
      place.sequences.append(taken.sequence)
    }
    for comer in comers.reversed() {
      let isForwarding = comer.forwardingTarget != nil
      if let index = old.lastIndex(where: { ($0.forwardingTarget != nil) == isForwarding }) { pair(comer, index) }
    }
    if let last = comers.last, let index = old.firstIndex(where: { $0 === front.blueprint }) {
      if let spared = place.olds.removeValue(forKey: ObjectIdentifier(last)) {
        place.sequences.removeAll { $0 == spared.sequence }
      }
      pair(last, index)
    }
    place.sequences.sort(by: >)
    return place
  }

  // MARK: Putting

  private mutating func put(_ draft: Blueprint, as override: Usage.Override) -> Blueprint {
    let owner = owner(ofPlaceFor: draft)
    let target = draft.forwardingTarget.flatMap { made[ObjectIdentifier($0)] }
    let index = places.firstIndex { !draft.isContribution && $0.owner === owner && $0.key == draft.key }
    let sequence = index.flatMap { places[$0].sequences.popLast() } ?? owner.nextSequence()
    if let old = index.flatMap({ places[$0].olds[ObjectIdentifier(draft)] }), let found = find(old, in: owner) {
      return owner.replace(found, with: draft, as: override, forwardingTo: target, sequence: sequence)
    }
    return owner.add(
      draft, as: override, like: models[ObjectIdentifier(draft)]?.blueprint, forwardingTo: target, sequence: sequence)
  }

  /// What there was before; a forwarding whose target was replaced is a copy by now.
  private func find(_ old: Blueprint, in owner: Core) -> Found? {
    guard let entry = owner.store.entry(for: old.key) else { return nil }
    let isForwarding = old.forwardingTarget != nil
    let found = entry.blueprints.first { blueprint in
      blueprint.sequence == old.sequence && (blueprint.forwardingTarget != nil) == isForwarding
        && !made.values.contains { $0 === blueprint }
    }
    return found.map { Found(blueprint: $0, entry: entry, owner: owner) }
  }
}

// What a container keeps: gifts, and instances of registrations, its own and those of its parents.

extension Core {
  /// Adds something that it is given, before anybody else knows of it.
  func add(_ gift: Gift) { given.add(gift) }

  /// All that it was given, for another container.
  var gifts: [Gift] { given.copies }

  /// What children are given, as was said here at some time, whatever a test has put in the place of that.
  var expectations: [Expectation] { ifExtras { $0.expectations.withLock { $0 } } ?? [] }

  /// Adds something that children are given.
  func expect(_ expectation: Expectation) {
    withExtras { extras in
      extras.expectations.withLock { all in if !all.contains(expectation) { all.append(expectation) } }
    }
  }

  /// What it was given for a registration.
  func gift(_ mark: Gift.Mark) -> AnyProduct? { given.product(mark) }

  /// The slots of a registration in this container, whether it is its own or a parent's; nil if it is gone.
  func slots(of found: Match, lifetime: Lifetime) -> InstanceStorage? {
    found.owner === self ? found.slots(lifetime) : inheritedSlots(of: found, lifetime: lifetime)
  }

  /// The slots in which this container keeps what an instance is seen as that is kept elsewhere; nil if the
  /// registration is gone.
  func facets(of found: Match, lifetime: Lifetime) -> InstanceStorage? {
    inheritedSlots(of: found, lifetime: lifetime, asFacet: true)
  }

  private func inheritedSlots(of found: Match, lifetime: Lifetime, asFacet isFacet: Bool = false) -> InstanceStorage? {
    if !found.blueprint.flags.isKeptElsewhere { found.blueprint.changeFlags { $0.isKeptElsewhere = true } }
    // A transaction of the caller's may put another one in its place, which others do not see.
    guard found.owner.transactions.load() == 0 || found.isLive || isFacet else { return nil }
    let (slots, old) = inherited.withLock { inherited -> (InstanceStorage, InstanceStorage?) in
      let known = inherited[ObjectIdentifier(found.blueprint)]
      if let known, known.lifetime == lifetime { return (known, nil) }
      let new = InstanceStorage(of: found.blueprint, lifetime: lifetime, asFacet: isFacet)
      // What that takes away is still held.
      if known != nil { _ = inherited.take(new.registration) }
      inherited.add(new)
      hasInherited.store(1)
      return (new, known)
    }
    old?.forget()
    if found.isLive || isFacet && found.owner.find(found.blueprint) != nil { return slots }
    // Who has taken the registration out meanwhile may not have seen these; whoever takes them does what is to be done.
    if let stray = takeInherited(of: found.blueprint) { run(pendingReleases(of: [stray])) }
    return nil
  }

  /// The same, if there are some.
  func knownSlots(of found: Match) -> InstanceStorage? {
    (found.owner === self ? found.entry.slots : nil) ?? inheritedStorage(of: found.blueprint)
  }

  /// What is kept of a parent's registration for all who ask here.
  func inheritedProduct(of registration: ObjectIdentifier) -> AnyProduct? {
    inherited.withLock { $0[registration] }?.product
  }

  /// Where it is kept.
  func inheritedStorage(of blueprint: Blueprint) -> InstanceStorage? {
    inherited.withLock { $0[ObjectIdentifier(blueprint)] }
  }

  /// Keeps an instance that was made elsewhere, if it is not kept.
  func keep(_ product: AnyProduct, of blueprint: Blueprint) {
    ifOpen {
      let slots = find(blueprint)?.slots(.singleton)
      slots?.fill(product, order: blueprint.sequence)
    }
  }

  /// Takes away what is kept here of a parent's registration.
  func takeInherited(of blueprint: Blueprint) -> InstanceStorage? {
    inherited.withLock { $0.take(ObjectIdentifier(blueprint)) }
  }

  /// Takes away what is kept beside the place of registrations that are gone: by children, by parents that a scope
  /// names, and here where something surrounds what is kept elsewhere.
  func takeInherited(of blueprints: [Blueprint]) -> [InstanceStorage] {
    (Array(lineage) + descendants).flatMap { core in
      core.inherited.withLock { inherited in
        blueprints.compactMap { inherited.take(ObjectIdentifier($0)) }
      }
    }
  }

  /// The slots of others' registrations that a type is asked by, their own or one that they implement; of all with nil.
  func inheritedStorage(of service: Key?) -> [InstanceStorage] {
    let inherited = inherited.withLock { $0.all }
    guard !inherited.isEmpty, let service else { return inherited }
    let below = descendants.flatMap { core in core.ifOpen(else: []) { core.implementations(of: service) } }
    let registrations = lineage.flatMap { $0.implementations(of: service) } + below
    let asked = Set(registrations.map(ObjectIdentifier.init))
    return inherited.filter { slots in
      let target = slots.blueprint.forwardingTarget
      return slots.key.isSameService(as: service) || asked.contains(slots.registration)
        || target.map { $0.key.isSameService(as: service) || asked.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  /// Lets go of all that is kept, while the registrations stay; what has to be done about it comes in reverse order of
  /// building. What is being built is let go of when it is done; nobody begins another build beside it.
  func letGoOfEverything() -> [PendingRelease] {
    var batch = store.vacate()
    if hasInherited.load() != 0 {
      inherited.withLock { inherited in
        inherited.vacate(&batch)
        if inherited.isEmpty { hasInherited.store(0) }
      }
    }
    for custom in batch.customs { custom.release(for: nil) }
    for blueprint in batch.unasked { blueprint.sharedScope?.release(for: nil) }
    return batch.pendingReleases.inOrder
  }

  /// Takes away what is kept of parents' registrations.
  func takeInherited() -> [InstanceStorage] { inherited.withLock { $0.takeAll() } }

  /// Lets go of slots for good; what has to be done about it comes in reverse order of building.
  func pendingReleases(of slots: [InstanceStorage]) -> [PendingRelease] {
    var pendingReleases: [PendingRelease] = []
    for slots in slots { slots.abandon(tellingCustom: true, into: &pendingReleases) }
    return pendingReleases.inOrder
  }
}

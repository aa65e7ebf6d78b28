// The instances that a container holds: gifts, and those of its own and its parents' registrations.

extension Core {
  /// The types that children are given, as registered here at some time, even if substitutes have replaced the
  /// registrations.
  var expectations: [Expectation] { ifExtras { $0.expectations.withLock { $0 } } ?? [] }

  /// Adds a type that children are given.
  func expect(_ expectation: Expectation) {
    withExtras { extras in
      extras.expectations.withLock { all in if !all.contains(expectation) { all.append(expectation) } }
    }
  }

  /// Adds the gifts and expectations of another container, before other code knows of this one.
  package func addGifts(of other: Core) {
    gifts += other.gifts
    for expectation in other.expectations { expect(expectation) }
  }

  /// Returns the gift for a registration, if there is one.
  func gift(_ mark: Gift.Mark) -> AnyProduct? { gifts.first { $0.mark == mark }?.product }

  /// Returns this container's storage for a registration of a parent, or nil if the registration is gone.
  ///
  /// - Parameter isFacet: True for decorated forms of instances that are cached elsewhere.
  func inheritedStorage(of found: Match, lifetime: Lifetime, asFacet isFacet: Bool = false) -> InstanceStorage? {
    if !found.blueprint.flags.isKeptElsewhere { found.blueprint.changeFlags { $0[.isKeptElsewhere] = true } }
    // A transaction of the caller's may replace the registration, which other threads do not see.
    guard found.owner.transactions.load() == 0 || found.isLive || isFacet else { return nil }
    let (storage, old) = inherited.withLock { inherited -> (InstanceStorage, InstanceStorage?) in
      let known = inherited[ObjectIdentifier(found.blueprint)]
      if let known, known.lifetime == lifetime { return (known, nil) }
      let new = InstanceStorage(of: found.blueprint, lifetime: lifetime, asFacet: isFacet)
      // The storage that this removes is still retained by `known`.
      if known != nil { _ = inherited.take(new.registration) }
      inherited.add(new)
      hasInherited.store(1)
      return (new, known)
    }
    old?.forget()
    if found.isLive || isFacet && found.owner.find(found.blueprint) != nil { return storage }
    // A thread that removed the registration meanwhile may not have seen this storage. The thread that takes it out
    // releases it.
    if let stray = takeInheritedStorage(of: found.blueprint) { run(pendingReleases(of: [stray])) }
    return nil
  }

  /// Returns this container's storage for a registration, if it exists.
  func knownStorage(of found: Match) -> InstanceStorage? {
    (found.owner === self ? found.entry.storage : nil) ?? inheritedStorage(of: found.blueprint)
  }

  /// Returns the instance of a parent's registration that this container caches for all callers.
  func inheritedProduct(of registration: ObjectIdentifier) -> AnyProduct? {
    inherited.withLock { $0[registration] }?.product
  }

  /// Returns the storage that this container has for a parent's registration.
  func inheritedStorage(of blueprint: Blueprint) -> InstanceStorage? {
    inherited.withLock { $0[ObjectIdentifier(blueprint)] }
  }

  /// Caches an instance that was made elsewhere, if none is cached.
  func keep(_ product: AnyProduct, of blueprint: Blueprint) {
    ifOpen {
      let storage = find(blueprint)?.storage(.singleton)
      storage?.fill(product, order: blueprint.sequence)
    }
  }

  /// Removes and returns the storage that this container has for a parent's registration.
  func takeInheritedStorage(of blueprint: Blueprint) -> InstanceStorage? {
    inherited.withLock { $0.take(ObjectIdentifier(blueprint)) }
  }

  /// Removes and returns the storage of removed registrations outside of their entries.
  ///
  /// It is held by children, by parents that a scope names, and here for decorated forms of instances cached elsewhere.
  func takeStorage(ofRemoved blueprints: [Blueprint]) -> [InstanceStorage] {
    (Array(lineage) + descendants).flatMap { core in
      core.inherited.withLock { inherited in
        blueprints.compactMap { inherited.take(ObjectIdentifier($0)) }
      }
    }
  }

  /// Returns the storage of inherited registrations that answer to a service, by key or by a forwarding.
  ///
  /// Returns all with nil.
  func inheritedStorage(of service: Key?) -> [InstanceStorage] {
    let inherited = inherited.withLock { $0.all }
    guard !inherited.isEmpty, let service else { return inherited }
    let below = descendants.flatMap { core in core.ifOpen(else: []) { core.implementations(of: service) } }
    let registrations = lineage.flatMap { $0.implementations(of: service) } + below
    let asked = Set(registrations.map(ObjectIdentifier.init))
    return inherited.filter { storage in
      let target = storage.blueprint.forwardingTarget
      return storage.key.isSameService(as: service) || asked.contains(storage.registration)
        || target.map { $0.key.isSameService(as: service) || asked.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  /// Releases all cached instances, and returns the pending releases in reverse order of building.
  ///
  /// The registrations stay. An instance under construction is released when it is done, and no second build begins
  /// beside it.
  func releaseEverything() -> [PendingRelease] {
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

  /// Removes and returns all storage of inherited registrations.
  func takeInheritedStorage() -> [InstanceStorage] { inherited.withLock { $0.takeAll() } }

  /// Abandons storage, and returns the pending releases in reverse order of building.
  func pendingReleases(of storages: [InstanceStorage]) -> [PendingRelease] {
    var pendingReleases: [PendingRelease] = []
    for storage in storages { storage.abandon(tellingCustom: true, into: &pendingReleases) }
    return pendingReleases.inOrder
  }
}

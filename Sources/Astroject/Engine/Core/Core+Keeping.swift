// The instances that a container caches of its parents' registrations, and decorated forms of what is cached elsewhere.

extension Core {
  /// Returns this container's storage for a registration of a parent, or nil if the registration is gone.
  ///
  /// - Parameter isFacet: True for decorated forms of instances that are cached elsewhere.
  func inheritedStorage(of found: Match, lifetime: Lifetime, asFacet isFacet: Bool = false) -> InstanceStorage? {
    if !found.blueprint.flags[.isKeptElsewhere] { found.blueprint.changeFlags { $0[.isKeptElsewhere] = true } }
    // A transaction of the caller's may replace the registration, which other threads do not see.
    guard found.owner.transactions.load() == 0 || found.isLive || isFacet else { return nil }
    let (storage, old) = inherited.withLock { inherited -> (InstanceStorage, InstanceStorage?) in
      if let known = inherited[found.blueprint], known.lifetime == lifetime { return (known, nil) }
      let old = inherited.take(found.blueprint)
      let new = InstanceStorage(of: found.blueprint, lifetime: lifetime, asFacet: isFacet)
      inherited.add(new)
      return (new, old)
    }
    old?.forget()
    if found.isLive { return storage }
    // A thread that removed the registration meanwhile may not have seen this storage. The thread that takes it out
    // releases it.
    if let stray = takeInheritedStorage(of: found.blueprint) { run(pendingReleases(of: [stray])) }
    return nil
  }

  /// Returns the storage that this container has for a parent's registration.
  func inheritedStorage(of blueprint: Blueprint) -> InstanceStorage? {
    inherited.withLock { $0[blueprint] }
  }

  /// Caches an instance that was made elsewhere, if none is cached.
  func keep(_ product: AnyProduct, of blueprint: Blueprint) {
    ifOpen { find(blueprint)?.storage(.singleton)?.fill(product, order: blueprint.sequence) }
  }

  /// Removes and returns the storage that this container has for a parent's registration.
  func takeInheritedStorage(of blueprint: Blueprint) -> InstanceStorage? {
    inherited.withLock { $0.take(blueprint) }
  }

  /// Removes and returns the storage of removed registrations outside of their entries.
  ///
  /// It is held by children, by parents that a scope names, and here for decorated forms of instances cached elsewhere.
  func takeStorage(ofRemoved blueprints: [Blueprint]) -> [InstanceStorage] {
    (lineage + descendants).flatMap { core in blueprints.compactMap { core.takeInheritedStorage(of: $0) } }
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
      let found = [storage.blueprint] + [storage.blueprint.forwardingTarget].compactMap(\.self)
      return found.contains { $0.key.isSameService(as: service) || asked.contains(ObjectIdentifier($0)) }
    }
  }

  /// Removes and returns all storage of inherited registrations.
  package func takeInheritedStorage() -> [InstanceStorage] { inherited.withLock { $0.takeAll() } }
}

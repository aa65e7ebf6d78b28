// The instances that a container caches of the registration of a key.

extension Entry {
  /// Returns the storage of a registration for a scope, created if there is none; nil if it is no longer the own one.
  func storage(of blueprint: Blueprint, lifetime: Lifetime) -> InstanceStorage? {
    let (storage, old) = state.withLock { state -> (InstanceStorage?, InstanceStorage?) in
      guard state.own === blueprint else { return (nil, nil) }
      if let storage = state.storage, storage.lifetime == lifetime { return (storage, nil) }
      // The storage belongs to a scope that the registration no longer has. The caller that changed the scope
      // unpublishes what it caches.
      let new = InstanceStorage(of: blueprint, lifetime: lifetime)
      defer { state.storage = new }
      return (new, state.storage)
    }
    // The registration is refused if that cached anything but an instance that was made elsewhere.
    old?.forget()
    return storage
  }

  /// Returns the instance without arguments that is cached of a registration for a scope, if there is one.
  func product(of blueprint: Blueprint, for lifetime: Lifetime) -> AnyProduct? {
    state.withLock { $0.own === blueprint && $0.storage?.lifetime == lifetime ? $0.storage : nil }?.product
  }

  /// The storage of the own registration, if there is any.
  @inline(never)
  package var storage: InstanceStorage? { state.withLock { $0.storage } }

  /// Removes and returns the storage of the own registration, which stays.
  ///
  /// - Parameter blueprint: The registration whose storage it has to be; nil for any.
  @inline(never)
  package func takeStorage(of blueprint: Blueprint? = nil) -> InstanceStorage? {
    change { state, gone in
      guard blueprint == nil || state.own === blueprint else { return nil }
      gone = withdraw()
      return state.storage.take()
    }
  }

  /// Releases the instances of the own registration, which stays. Those under construction follow when they are built.
  ///
  /// - Parameters:
  ///   - isReleased: Returns true if what a storage caches is released.
  ///   - pendingReleases: Receives the products with hooks to run.
  /// - Returns: The custom scopes to tell afterwards: those that requests have reached, or the one that all containers
  ///   share although none has reached it.
  func release(
    where isReleased: (InstanceStorage) -> Bool, into pendingReleases: inout [PendingRelease]
  ) -> [CustomScope] {
    typealias Own = (product: AnyProduct, order: UInt)
    let (blueprint, storage, own) = change { state, gone -> (Blueprint?, InstanceStorage?, Own?) in
      guard let storage = state.storage, isReleased(storage) else { return (state.own, nil, nil) }
      // In one step: a caller that has got the next instance must not find this one published.
      if storage.lifetime == .singleton { gone = withdraw() }
      return (state.own, storage, storage.vacate())
    }
    let customs = storage?.release(own, into: &pendingReleases) ?? []
    return customs.isEmpty ? [blueprint?.sharedScope].compactMap(\.self) : customs
  }

  /// Releases the product that was built at a point in the order of building, if the slot still caches it.
  func drain(_ slot: InstanceSlot, builtAt order: UInt) -> (product: AnyProduct, order: UInt)? {
    change { state, gone in
      if state.storage === slot { gone = withdraw() }
      return slot.drain(builtAt: order)
    }
  }

  /// Releases the instances that the own registration caches, because its container ends.
  ///
  /// It unpublishes nothing, because no thread reads the entry any more.
  ///
  /// - Parameters:
  ///   - pendingReleases: Receives the products with hooks to run.
  ///   - lent: Receives the registration, if other containers may cache something of it.
  func releaseInstances(_ pendingReleases: inout [PendingRelease], _ lent: inout [Blueprint]) {
    let (storage, own) = state.withLock { state in
      (state.storage.take(), state.own?.flags[.isKeptElsewhere] ?? false ? state.own : nil)
    }
    if let storage, !storage.isThereForGood { storage.abandon(tellingCustom: false, into: &pendingReleases) }
    if let own { lent.append(own) }
  }
}

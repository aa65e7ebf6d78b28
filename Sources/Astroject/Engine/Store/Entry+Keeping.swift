// The instances that a container caches of the registration of a key.

extension Entry {
  /// Returns the storage of a registration for a scope, created if there is none; nil if it is no longer the own one.
  func storage(of blueprint: Blueprint, lifetime: Lifetime) -> InstanceStorage? {
    let (storage, old) = state.withLock { state -> (InstanceStorage?, InstanceStorage?) in
      guard state.own === blueprint else { return (nil, nil) }
      if let storage = state.storage, storage.lifetime == lifetime { return (storage, nil) }
      // The storage belongs to a scope that the registration no longer has. The caller that changed the scope
      // unpublishes their instances.
      let new = InstanceStorage(of: blueprint, lifetime: lifetime)
      defer { state.storage = new }
      return (new, state.storage)
    }
    // The registration is refused if they cached anything but an instance that was made elsewhere.
    old?.forget()
    return storage
  }

  /// Returns the instance without arguments that is cached of a registration for a scope, if there is one.
  func product(of blueprint: Blueprint, for lifetime: Lifetime) -> AnyProduct? {
    state.withLock { $0.own === blueprint && $0.storage?.lifetime == lifetime ? $0.storage : nil }?.product
  }

  /// The storage of the own registration, if there is any.
  @inline(never)
  var storage: InstanceStorage? { state.withLock { $0.storage } }

  /// The own registration, if a custom scope that all containers share caches its instance.
  var shared: Blueprint? { state.withLock { $0.shared } }

  /// Removes and returns the storage of the own registration, which stays.
  @inline(never)
  func takeStorage() -> InstanceStorage? { takeStorage { _ in true } }

  /// Removes and returns the storage of a registration, if it is the own one.
  @inline(never)
  func takeStorage(of blueprint: Blueprint) -> InstanceStorage? { takeStorage { $0 === blueprint } }

  @inline(never)
  func takeStorage(if isIt: (Blueprint?) -> Bool) -> InstanceStorage? {
    change { state, gone in
      guard isIt(state.own) else { return nil }
      defer { state.storage = nil }
      gone = withdraw()
      return state.storage
    }
  }

  /// Releases the instances of the own registration, which stays. Those under construction follow when they are built.
  func vacate(_ batch: inout ReleaseBatch) {
    change { state, gone in
      guard let kept = state.storage else {
        if let blueprint = state.shared { batch.add(unasked: blueprint) }
        return
      }
      guard !kept.isThereForGood else { return }
      gone = withdraw()
      guard !kept.vacate(&batch) else { return }
      batch.add(kept)
      state.storage = nil
    }
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
  /// - Parameters:
  ///   - pendingReleases: Receives the products with hooks to run.
  ///   - lent: Receives the registration, if other containers may cache something of it.
  ///   - shown: Receives the published object, which no thread reads any more.
  func releaseInstances(
    _ pendingReleases: inout [PendingRelease], _ lent: inout [Blueprint], _ shown: inout [AnyObject]
  ) {
    var gone: AnyObject?
    let (storage, own) = state.withLock { state -> (InstanceStorage?, Blueprint?) in
      gone = withdraw()
      let isLent = state.own?.flags[.isKeptElsewhere] ?? false
      defer { state.storage = nil }
      return (state.storage, isLent ? state.own : nil)
    }
    if let gone { shown.append(gone) }
    if let storage, !storage.isThereForGood { storage.abandon(tellingCustom: false, into: &pendingReleases) }
    if let own { lent.append(own) }
  }
}

// The instances that a container caches of the registration of a key.

extension Entry {
  /// Returns the slots of a registration for a scope, created if there are none; nil if it is no longer the own one.
  func slots(of blueprint: Blueprint, lifetime: Lifetime) -> InstanceStorage? {
    let (slots, old) = state.withLock { state -> (InstanceStorage?, InstanceStorage?) in
      guard state.own === blueprint else { return (nil, nil) }
      if let slots = state.slots, slots.lifetime == lifetime { return (slots, nil) }
      // The slots belong to a scope that the registration no longer has. The caller that changed the scope unpublishes
      // their instances.
      let new = InstanceStorage(of: blueprint, lifetime: lifetime)
      defer { state.slots = new }
      return (new, state.slots)
    }
    // The registration is spoiled if they cached anything but an instance that was made elsewhere.
    old?.forget()
    return slots
  }

  /// The slots of the own registration, if there are any.
  var slots: InstanceStorage? { state.withLock { $0.slots } }

  /// The own registration, if a custom scope that all containers share caches its instance.
  var shared: Blueprint? { state.withLock { $0.shared } }

  /// Removes and returns the slots of the own registration, which stays.
  func takeSlots() -> InstanceStorage? { takeSlots { _ in true } }

  /// Removes and returns the slots of a registration, if it is the own one.
  func takeSlots(of blueprint: Blueprint) -> InstanceStorage? { takeSlots { $0 === blueprint } }

  func takeSlots(if isIt: (Blueprint?) -> Bool) -> InstanceStorage? {
    change { state, gone in
      guard isIt(state.own) else { return nil }
      defer { state.slots = nil }
      gone = withdraw()
      return state.slots
    }
  }

  /// Releases the instances of the own registration, which stays. Those under construction follow when they are built.
  func vacate(_ batch: inout ReleaseBatch) {
    change { state, gone in
      guard let kept = state.slots else {
        if let blueprint = state.shared { batch.add(unasked: blueprint) }
        return
      }
      guard !kept.isThereForGood else { return }
      gone = withdraw()
      guard !kept.vacate(&batch) else { return }
      batch.add(kept)
      state.slots = nil
    }
  }

  /// Releases the product that was built at a point in the order of building, if the slot still caches it.
  func drain(_ slot: InstanceSlot, builtAt order: UInt) -> (product: AnyProduct, order: UInt)? {
    change { state, gone in
      if state.slots === slot { gone = withdraw() }
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
    let (slots, own) = state.withLock { state -> (InstanceStorage?, Blueprint?) in
      gone = withdraw()
      let isLent = state.own?.flags.isKeptElsewhere ?? false
      defer { state.slots = nil }
      return (state.slots, isLent ? state.own : nil)
    }
    if let gone { shown.append(gone) }
    if let slots, !slots.isThereForGood { slots.abandon(tellingCustom: false, into: &pendingReleases) }
    if let own { lent.append(own) }
  }
}

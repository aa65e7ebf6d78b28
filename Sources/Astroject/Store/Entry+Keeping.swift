// What a container keeps of the registration of a key.

extension Entry {
  /// The slots of the own registration; nil if it is no longer this one.
  func slots(of blueprint: Blueprint, lifetime: Lifetime) -> InstanceStorage? {
    let (slots, old) = state.withLock { state -> (InstanceStorage?, InstanceStorage?) in
      guard state.own === blueprint else { return (nil, nil) }
      if let slots = state.slots, slots.lifetime == lifetime { return (slots, nil) }
      // Those that are there are of a scope that the registration no longer has. What was published of them is taken
      // out of view by whoever has changed that.
      let new = InstanceStorage(of: blueprint, lifetime: lifetime)
      defer { state.slots = new }
      return (new, state.slots)
    }
    // The registration is spoiled if they kept anything but an instance that was made elsewhere.
    old?.forget()
    return slots
  }

  /// What the own registration keeps.
  var slots: InstanceStorage? { state.withLock { $0.slots } }

  /// The own registration, if a custom scope keeps its instance that all containers share.
  var shared: Blueprint? { state.withLock { $0.shared } }

  /// Takes away what the own registration keeps, while it stays.
  func takeSlots() -> InstanceStorage? { takeSlots { _ in true } }

  /// The same, if it is a certain registration.
  func takeSlots(of blueprint: Blueprint) -> InstanceStorage? { takeSlots { $0 === blueprint } }

  func takeSlots(if isIt: (Blueprint?) -> Bool) -> InstanceStorage? {
    change { state, gone in
      guard isIt(state.own) else { return nil }
      defer { state.slots = nil }
      gone = withdraw()
      return state.slots
    }
  }

  /// Lets go of what the own registration keeps, while it stays, and of what is being built when that is done.
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

  /// Lets go of what was built in a slot of the own registration at some point, if that is still kept.
  func drain(_ slot: InstanceSlot, builtAt order: UInt) -> (product: AnyProduct, order: UInt)? {
    change { state, gone in
      if state.slots === slot { gone = withdraw() }
      return slot.drain(builtAt: order)
    }
  }

  /// Lets go of what the own registration keeps, as its container goes. What has to be done about it is added to
  /// `pendingReleases`, the registration to `lent` if other containers may keep something of it, and what the entry
  /// showed, which nobody reads any more, to `shown`.
  func letGo(_ pendingReleases: inout [PendingRelease], _ lent: inout [Blueprint], _ shown: inout [AnyObject]) {
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

// What an entry shows to readers without a lock; see ``PlanCache``.

extension Entry {
  /// What readers may take without a lock.
  @inlinable
  @inline(__always)
  func planCache(_ hold: ReadHold) -> PlanCache { PlanCache(word: published.load()) }

  /// Whether it shows nothing.
  var publishesNothing: Bool { published.load() == 0 }

  /// The published instance, if there is one.
  var instance: AnyProduct? { ReadHold.during { planCache($0).anyInstance } }

  /// Shows nothing any more. What it has shown is returned, to be retired where no lock is held.
  func withdraw() -> AnyObject? {
    let old = PlanCache(word: published.load())
    if !old.isNone { published.store(0) }
    return old.takeObject()
  }

  /// Lets readers take an instance without a lock, if it is that of a plain singleton in front.
  func publishInstance(in slot: InstanceSlot, of blueprint: Blueprint) {
    publish { state in
      guard state.own === blueprint, let slots = state.slots, slots.isSingle(slot) else { return .none }
      return instance(in: slots, of: blueprint, state)
    }
  }

  /// The same with an instance that is kept and that nobody has read yet. What may be taken now is returned.
  func publishKeptInstance(_ hold: ReadHold) -> PlanCache {
    publish { state in
      guard let own = state.own, !own.isNoted, let slots = state.slots else { return .none }
      return instance(in: slots, of: own, state)
    }
    return planCache(hold)
  }

  /// Lets readers make an instance without a lock, if the registration in front has nothing but that to do.
  func publishFactory(of blueprint: Blueprint) {
    publish { state in
      guard state.own === blueprint, state.front === blueprint, !key.takesArguments else { return .none }
      // The scope may be changed meanwhile; who does that waits for the lock, to take out of view what is here.
      if blueprint.noteMayBePublished().isSurrounded { return .none }
      return blueprint.makeFactory(blueprint.plan)
    }
  }

  /// Shows something, unless something is shown already. It comes counted.
  func publish(_ find: (State) -> PlanCache) {
    state.withLock { state in if publishesNothing { published.store(find(state).word) } }
  }

  func instance(in slots: InstanceStorage, of own: Blueprint, _ state: State) -> PlanCache {
    guard state.front === own else { return .none }
    let flags = own.noteMayBePublished()
    // The slots may be those of a scope that the registration no longer has, or be empty yet.
    guard flags.lifetime == .singleton, slots.lifetime == .singleton, !flags.isSpoiled,
      // What was made elsewhere lies there as it is, and is surrounded elsewhere.
      !(flags.isInstance && flags.isSurrounded), let product = slots.product
    else { return .none }
    return PlanCache(counting: product)
  }

  /// Has readers take the lock.
  func unpublish() { change { _, gone in gone = withdraw() } }
}

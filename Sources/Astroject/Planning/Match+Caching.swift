extension Match {
  /// Notes that an instance is about to be kept in a slot of a container.
  ///
  /// - Parameter decorators: What surrounds it.
  func noteKept(
    in keeper: Core, _ slot: InstanceSlot, for lifetime: Lifetime, in context: Context? = nil, order: UInt,
    surroundedBy decorators: [Blueprint] = []
  ) {
    // When it is noted: a decorator that comes now has seen the note, or is seen here.
    defer { keeper.spoil(self, builtWith: decorators) }
    // What only a `Lazy` keeps is not the container's to forget.
    if blueprint.location.isKnown { Transaction.note((self, keeper, slot, context, order, !blueprint.flags.hasKept)) }
    let flags = blueprint.flags
    guard flags.hasKept, flags.lifetime == lifetime else {
      blueprint.changeFlags { flags in
        flags.hasKept = true
        // The scope was changed while this was being built. There is one instance in any case if it comes from elsewhere.
        let isFacet = flags.isInstance || flags.lifetime == .forwarded
        if flags.lifetime != lifetime, !isFacet { flags.isSpoiled = true }
      }
      // What is kept in the new scope may be in view.
      if blueprint.flags.isSpoiled { owner.unpublish(blueprint) }
      return
    }
    // What is kept only once is not worth a factory.
    if flags.lifetime == .scoped, keeper !== owner, entry.publishesNothing { publishFactory() }
  }

  // MARK: For readers without a lock

  /// Lets them make instances, or take those that containers keep. By a name nobody would look for them.
  func publishFactory() {
    guard Key.isType(entry.word), mayPublish else { return }
    noteSurrounded()
    if blueprint.flags.isSurrounded { return }
    entry.publishFactory(of: blueprint)
  }

  /// Lets them take the instance of a plain singleton.
  func publishInstance(in slot: InstanceSlot) { if mayPublish { entry.publishInstance(in: slot, of: blueprint) } }

  /// Nothing is published while a transaction is open: what it registers counts for others only when it ends.
  private var mayPublish: Bool { owner.transactions.load() == 0 }

  // MARK: What a container keeps

  /// The instance that a container keeps for all who ask there, built if there is none; nil where the steps of a
  /// resolution have to be taken.
  func cached(_ plan: ResolutionPlan, for context: ResolutionContext, _ caller: ResolutionPlan.Caller) throws
    -> AnyProduct?
  {
    if let gift = gift(plan, for: context.core) { return gift }
    return try cachedSlot(plan, for: context.core)?.take(orMakeFor: context, caller)
  }

  /// What a container was given, where the registration says that containers are given it.
  private func gift(_ plan: ResolutionPlan, for asker: Core) -> AnyProduct? {
    guard blueprint.flags.isGiven, let keeper = plan.cache?.container(for: asker, of: self) else { return nil }
    return keeper.gift(Gift.Mark(of: blueprint))
  }

  /// Where the one instance is kept; nil where more has to be decided.
  func cachedSlot(_ plan: ResolutionPlan, for asker: Core) -> CachedSlot? {
    guard let keeper = plan.cache?.container(for: asker, of: self),
      let slots = keeper.slots(of: self, lifetime: plan.lifetime)
    else { return nil }
    return CachedSlot(match: self, keeper: keeper, slots: slots, plan: plan)
  }
}

extension Match {
  /// Notes that an instance is about to be cached in a slot of a container.
  ///
  /// - Parameters:
  ///   - hookCount: The number of hooks that have run for the instance.
  ///   - decorators: The decorators that were applied to the instance.
  func noteKept(
    _ product: AnyProduct, in keeper: Core, _ slot: InstanceSlot, for lifetime: Lifetime, in context: Context? = nil,
    order: UInt, hookedBy hookCount: Int = 0, decoratedBy decorators: [Blueprint] = []
  ) {
    if product.isConfined { blueprint.noteConfinement(below: owner) }
    // Runs after the note. A decorator that arrives now either has seen the note or is seen here.
    defer { keeper.spoil(self, builtWith: decorators) }
    // A container does not forget instances that only a `Lazy` caches.
    if blueprint.location.isKnown { Transaction.note((self, keeper, slot, context, order, !blueprint.flags.hasKept)) }
    let flags = blueprint.flags.hasKept ? blueprint.flags : blueprint.changeFlags { $0.hasKept = true }
    // There is only one instance if it comes from elsewhere.
    let isFacet = flags.isInstance || flags.lifetime == .forwarded
    if !isFacet {
      // The scope or the hooks were changed during this build.
      if flags.lifetime != lifetime { blueprint.noteKept(in: lifetime, asFirst: !flags.hasKept) }
      if blueprint.flags.hasHooks, blueprint.hooks.count != hookCount {
        blueprint.changeRefusal { $0.isHookedLate = true }
      }
    }
    guard flags.hasKept, flags.lifetime == lifetime, !blueprint.flags.isSpoiled else {
      // An instance cached in the new scope may be published.
      if blueprint.flags.isSpoiled { owner.unpublish(blueprint) }
      return
    }
    // An instance that is cached only once does not repay a factory.
    if flags.lifetime == .scoped, keeper !== owner, entry.publishesNothing { publishFactory() }
  }

  // MARK: Publishing

  /// Publishes a factory for lock-free readers. A registration with a label is left out because no reader looks for it.
  func publishFactory() {
    guard Key.isType(entry.word), mayPublish else { return }
    noteDecorated()
    if blueprint.flags.isDecorated { return }
    entry.publishFactory(of: blueprint)
  }

  /// Publishes the instance of a plain singleton for lock-free readers.
  func publishInstance(in slot: InstanceSlot) { if mayPublish { entry.publishInstance(in: slot, of: blueprint) } }

  /// True if no transaction is open. The registrations of a transaction count for other callers only when it ends.
  private var mayPublish: Bool { owner.transactions.load() == 0 }

  // MARK: Cached instances

  /// Returns the instance that a container caches, built if it is missing; nil if a step-by-step resolution is needed.
  func cached(_ plan: ResolutionPlan, for context: ResolutionContext, _ caller: ResolutionPlan.Caller) throws
    -> AnyProduct?
  {
    if let gift = gift(plan, for: context.core) { return gift }
    return try cachedSlot(plan, for: context.core)?.take(orMakeFor: context, caller)
  }

  /// Returns the instance that a container was given; nil if containers are not given one of this registration.
  private func gift(_ plan: ResolutionPlan, for asker: Core) -> AnyProduct? {
    guard blueprint.flags.isGiven, let keeper = plan.cache?.container(for: asker, of: self) else { return nil }
    return keeper.gift(Gift.Mark(of: blueprint))
  }

  /// Returns the slot of the only instance; nil if there is more to decide.
  func cachedSlot(_ plan: ResolutionPlan, for asker: Core) -> CachedSlot? {
    guard let keeper = plan.cache?.container(for: asker, of: self),
      let storage = keeper.storage(of: self, lifetime: plan.lifetime)
    else { return nil }
    return CachedSlot(match: self, keeper: keeper, storage: storage, plan: plan)
  }
}

/// What is to be done first for whoever asks by a key, and most of the time all that is to be done.
///
/// It is the same for synchronous and asynchronous callers, as nothing suspends on the way to it.
enum FirstStep {
  /// Nothing: here it is, perhaps since a moment ago.
  case product(AnyProduct)
  /// Make an instance for whoever asks alone.
  case construct(Blueprint)
  /// Take the steps of a resolution.
  case further(Lookup)
}

extension Core {
  /// What is to be done first for whoever asks by a key. What is to be kept, and needs no steps, is built here.
  func firstStep(to key: Key, for context: ResolutionContext, synchronously isSynchronous: Bool) throws -> FirstStep {
    // Behaviors see all steps.
    if observers.areListening { return .further(.open) }
    guard let match = find(key) else { return .further(.missing) }
    if let product = match.entry.instance, !match.isSpoiledHere { return .product(product) }
    // What surrounds it, the steps see to.
    if !context.core.decorators(of: match.blueprint).isEmpty { return .further(.match(match)) }
    let plan = match.plan
    let caller = ResolutionPlan.Caller(isSynchronous: isSynchronous, isRoot: context.isRoot)
    if plan.isConstructed(for: caller), !ThreadContext.current.pointee.isNearEndOfStack {
      match.publishWhenMadeAgain(plan)
      return .construct(match.blueprint)
    }
    if !key.takesArguments, let product = try match.cached(plan, for: context, caller) { return .product(product) }
    // From the second one on, a caller that awaits need not come here.
    if !isSynchronous, plan.source == .construction { match.publishWhenMadeAgain(plan) }
    return .further(.match(match))
  }
}

extension Match {
  /// Lets readers without a lock make instances by themselves, where one was made before: what is made only once is not
  /// worth a factory.
  fileprivate func publishWhenMadeAgain(_ plan: ResolutionPlan) {
    guard plan.factory != nil, Key.isType(entry.word), entry.publishesNothing else { return }
    // What has to be awaited is worth one at once, as steps cost the more.
    if blueprint.flags.wasMade || plan.making == .byAwaiting { return publishFactory() }
    blueprint.changeFlags { $0.wasMade = true }
  }
}

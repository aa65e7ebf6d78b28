/// The first step for a request by key, which is usually the only one.
///
/// Synchronous and asynchronous callers share it because nothing suspends on the way to it.
enum FirstStep {
  /// The product, which may have been built just now.
  case product(AnyProduct)
  /// Build an instance for this caller alone.
  case construct(Blueprint)
  /// Continue with a step-by-step ``Resolution``.
  case further(Lookup)
}

extension Core {
  /// Returns the first step for a key. An instance to be cached is built here if its build takes no further steps.
  func firstStep(to key: Key, for context: ResolutionContext, synchronously isSynchronous: Bool) throws -> FirstStep {
    // Behaviors observe every step.
    if observers.areListening { return .further(.open) }
    guard let match = find(key) else { return .further(.missing) }
    if let product = match.entry.instance, !match.isSpoiledHere { return .product(product) }
    // The step-by-step resolution applies the decorators.
    if !context.core.decorators(of: match.blueprint).isEmpty { return .further(.match(match)) }
    let plan = match.plan
    let caller = ResolutionPlan.Caller(isSynchronous: isSynchronous, isRoot: context.isRoot)
    if plan.isConstructed(for: caller), !ThreadContext.current.pointee.isNearEndOfStack {
      match.publishWhenMadeAgain(plan)
      return .construct(match.blueprint)
    }
    if !key.takesArguments, let product = try match.cached(plan, for: context, caller) { return .product(product) }
    // From the second request on, an awaiting caller uses the factory and does not come here.
    if !isSynchronous, plan.source == .construction { match.publishWhenMadeAgain(plan) }
    return .further(.match(match))
  }
}

extension Match {
  /// Publishes a factory for lock-free readers when a second instance is built. One build does not repay a factory.
  fileprivate func publishWhenMadeAgain(_ plan: ResolutionPlan) {
    guard plan.factory != nil, Key.isType(entry.word), entry.publishesNothing else { return }
    // An awaited recipe repays a factory at once because its steps cost more.
    if blueprint.flags.wasMade || plan.making == .byAwaiting { return publishFactory() }
    blueprint.changeFlags { $0.wasMade = true }
  }
}

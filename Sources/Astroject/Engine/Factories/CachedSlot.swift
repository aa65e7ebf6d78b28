/// The slot in which a container caches the instance of a registration for all callers.
struct CachedSlot: Sendable {
  let match: Match
  let keeper: Core
  let storage: InstanceStorage
  let plan: ResolutionPlan

  private var blueprint: Blueprint { match.blueprint }

  /// Returns the cached instance, if there is one that any caller may have.
  ///
  /// Other threads may then take a singleton without a lock.
  func take() -> AnyProduct? {
    guard let product = storage.product, !blueprint.flags.isConfined else { return nil }
    publishIfSingleton()
    return product
  }

  /// Publishes the instance of a singleton, so readers can take it without a lock.
  private func publishIfSingleton() { if storage.lifetime == .singleton { match.publishInstance(in: storage) } }

  /// Returns the cached instance, or builds it by a call of its recipe.
  ///
  /// Returns nil if it has to be resolved by steps.
  func take(orMakeFor context: ResolutionContext, _ caller: ResolutionPlan.Caller) throws -> AnyProduct? {
    try take() ?? (plan.isCached(for: caller) ? make(for: context, caller) : nil)
  }

  // MARK: Building

  /// Builds the instance by a call of its recipe.
  ///
  /// Returns nil if it has to be resolved by steps.
  func make(for context: ResolutionContext, _ caller: ResolutionPlan.Caller) throws -> AnyProduct? {
    guard let build = try begin(for: context) else { return nil }
    defer { build.end() }
    do {
      let product = try build.run { try blueprint.run($0, nil) }
      let order = noteKept(product)
      let isThere =
        try keepAtOnce(product, order, of: build)
        || storage.complete(product, of: build.reference) { finish(product, order) }
      // Steps check whether this caller may have it.
      return isThere && !blueprint.flags.isConfined ? product : nil
    } catch {
      throw fail(error, for: context, synchronously: caller.isSynchronous)
    }
  }

  /// Begins a build whose product needs no steps after it is made.
  ///
  /// - Parameters:
  ///   - isAwaited: True if the caller awaits the build.
  ///   - maySuspend: True if the build suspends, even without dependencies that suspend. Callers that would block a
  ///     thread are refused then.
  /// - Returns: Nil if more has to be decided.
  func begin(
    for context: ResolutionContext, awaited isAwaited: Bool = false, suspending maySuspend: Bool = false
  ) throws -> CachedBuild? {
    if plan.hasHooks || plan.lifetime == .weak || ThreadContext.current.pointee.isNearEndOfStack { return nil }
    // No other code holds the build here, so it need not outlive its end.
    let reference = Unmanaged.passRetained(
      context.isTopLevel && !isAwaited
        ? Build(of: .passUnretained(blueprint), in: .passUnretained(keeper), for: nil, on: ThreadContext.current)
        // It gets the slot, because a suspension has to refuse callers that would block a thread for it. If it suspends
        // in any case, that is noted below.
        : try Build(of: blueprint, for: context, through: keeper, slot: isAwaited && !maySuspend ? storage : nil))
    if maySuspend { reference._withUnsafeGuaranteedRef { $0.noteSuspended() } }
    let build = CachedBuild(reference)
    guard reference._withUnsafeGuaranteedRef({ storage.begin($0, suspending: maySuspend) }) else {
      build.end()
      return nil
    }
    if maySuspend { context.parent?.suspend() }
    return build
  }

  /// Caches the product of an awaited build, and hands it to the waiters.
  ///
  /// Returns false if it has to be resolved by steps.
  func keep(_ product: AnyProduct, of build: borrowing CachedBuild) async throws -> Bool {
    let order = noteKept(product)
    if keepAtOnce(product, order, of: build) { return true }
    return try await storage.complete(product, of: build.reference) { finish(product, order) }
  }

  /// Caches the product of a build that no other caller waits for.
  private func keepAtOnce(_ product: AnyProduct, _ order: UInt, of build: borrowing CachedBuild) -> Bool {
    guard !build.reference.isHeldBack, storage.keepAtOnce(product, order: order) else { return false }
    publishIfSingleton()
    return true
  }

  /// Caches the product and hands it to the waiters.
  ///
  /// If its release was asked for meanwhile, it is released instead.
  private func finish(_ product: AnyProduct, _ order: UInt) {
    if storage.finish(.product(product), keeping: .strong(product), order: order) {
      keeper.release(late: product, order, from: blueprint)
    } else {
      publishIfSingleton()
    }
  }

  /// Notes that an instance is about to be cached, and returns its position in the order of building.
  private func noteKept(_ product: AnyProduct) -> UInt {
    let order = keeper.nextSequence()
    match.noteKept(product, in: keeper, storage, for: storage.lifetime, order: order)
    return order
  }

  /// Tells the waiters that a build has failed, and returns the error to throw.
  func fail(_ error: any Error, for context: ResolutionContext, synchronously isSynchronous: Bool) -> AstrojectError {
    let error = context.translate(error, of: blueprint, at: .factory)
    storage.fail(error, synchronously: isSynchronous)
    return error
  }
}

/// Where one instance of a registration is kept for all who ask in a container.
struct CachedSlot: Sendable {
  let match: Match
  let keeper: Core
  let slots: InstanceStorage
  let plan: ResolutionPlan

  private var blueprint: Blueprint { match.blueprint }

  /// What is kept; from now on others may take it without a lock.
  func take() -> AnyProduct? {
    guard let product = slots.product else { return nil }
    publishIfSingleton()
    return product
  }

  /// Lets readers take what is kept without a lock, where it is kept for good.
  private func publishIfSingleton() { if slots.lifetime == .singleton { match.publishInstance(in: slots) } }

  /// What is kept, built if there is none by a call of its recipe; nil where the steps of a resolution have to be
  /// taken.
  func take(orMakeFor context: ResolutionContext, _ caller: ResolutionPlan.Caller) throws -> AnyProduct? {
    try take() ?? (plan.isCached(for: caller) ? make(for: context, caller) : nil)
  }

  // MARK: Building

  /// Builds the instance by a call of its recipe; nil where the steps of a resolution have to be taken.
  func make(for context: ResolutionContext, _ caller: ResolutionPlan.Caller) throws -> AnyProduct? {
    guard let build = try begin(for: context) else { return nil }
    defer { build.end() }
    do {
      let product = try build.run { try blueprint.run($0, nil) }
      let order = noteKept()
      let isThere =
        try keepAtOnce(product, order, of: build)
        || slots.complete(product, of: build.reference) { finish(product, order) }
      return isThere ? product : nil
    } catch {
      throw fail(error, for: context, synchronously: caller.isSynchronous)
    }
  }

  /// Begins a build of what nothing is done to when it is made.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether its caller awaits it.
  ///   - maySuspend: Whether it does, whatever it resolves: then those are turned away who would block a thread.
  /// - Returns: Nil where more has to be decided.
  func begin(
    for context: ResolutionContext, awaited isAwaited: Bool = false, suspending maySuspend: Bool = false
  ) throws -> CachedBuild? {
    if plan.hasHooks || plan.lifetime == .weak || ThreadContext.current.pointee.isNearEndOfStack { return nil }
    // Nobody else holds it here, so that it need not outlive the build.
    let reference = Unmanaged.passRetained(
      context.isForNobody && !isAwaited
        ? Build(of: .passUnretained(blueprint), in: .passUnretained(keeper), for: nil, on: ThreadContext.current)
        // It is known as the build of this slot, so that a suspension turns away who would block a thread for it;
        // where it suspends in any case, that is said below.
        : try Build(of: blueprint, for: context, through: keeper, slot: isAwaited && !maySuspend ? slots : nil))
    if maySuspend { reference._withUnsafeGuaranteedRef { $0.noteSuspended() } }
    let build = CachedBuild(reference)
    guard reference._withUnsafeGuaranteedRef({ slots.begin($0, suspending: maySuspend) }) else {
      build.end()
      return nil
    }
    if maySuspend { context.parent?.suspend() }
    return build
  }

  /// Keeps the product of a build that was awaited, and hands it to those who wait; false where the steps of a
  /// resolution have to be taken to get it.
  func keep(_ product: AnyProduct, of build: borrowing CachedBuild) async throws -> Bool {
    let order = noteKept()
    if keepAtOnce(product, order, of: build) { return true }
    return try await slots.complete(product, of: build.reference) { finish(product, order) }
  }

  /// Keeps the product of a build where nobody else has to do with it.
  private func keepAtOnce(_ product: AnyProduct, _ order: UInt, of build: borrowing CachedBuild) -> Bool {
    guard !build.reference.isHeldBack, slots.keepAtOnce(product, order: order) else { return false }
    publishIfSingleton()
    return true
  }

  /// Keeps the product, unless it was to be let go of while it was built, and hands it to those who wait.
  private func finish(_ product: AnyProduct, _ order: UInt) {
    if slots.finish(.product(product), keeping: .strong(product), order: order) {
      keeper.letGo(ofLate: product, order, from: blueprint)
    } else {
      publishIfSingleton()
    }
  }

  /// Notes that an instance is about to be kept, and returns its place in the order of building.
  private func noteKept() -> UInt {
    let order = keeper.nextSequence()
    match.noteKept(in: keeper, slots, for: slots.lifetime, order: order)
    return order
  }

  /// Tells those who wait that a build has failed, and returns what to throw.
  func fail(_ error: any Error, for context: ResolutionContext, synchronously isSynchronous: Bool) -> AstrojectError {
    let error = context.translate(error, of: blueprint, at: .factory)
    slots.fail(error, synchronously: isSynchronous)
    return error
  }
}

/// A build of something that is kept for all who ask.
struct CachedBuild: ~Copyable {
  private let unmanaged: Unmanaged<Build>

  fileprivate init(_ build: Unmanaged<Build>) { unmanaged = build }

  /// Runs code of the build, which does not suspend.
  func run<Result>(_ body: (Resolver) throws -> Result) throws -> Result {
    try unmanaged._withUnsafeGuaranteedRef { build in
      let result = try body(Resolver(of: build))
      try build.finishProperties()
      return result
    }
  }

  /// The build, for what runs code of it that suspends.
  var reference: Build { unmanaged.takeUnretainedValue() }

  func end() { Build.end(unmanaged) }
}

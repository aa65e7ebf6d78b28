/// The place where a scope keeps one product: built by one, awaited by the others.
class InstanceSlot: @unchecked Sendable {
  /// Who keeps the product in the place of the slot, if somebody does.
  final let custom: CustomScope?
  private final let state: Lock<SlotState>

  init(_ phase: SlotState.Phase = .empty, custom: CustomScope? = nil) {
    state = Lock(SlotState(phase))
    self.custom = custom
  }

  // MARK: Asking

  /// What somebody who asks on behalf of `asker` has to do, for a property if that may get the product later; a wait
  /// that would never end has become a loop.
  final func claim(
    by asker: Build?, synchronously isSynchronous: Bool, with build: Build? = nil, for property: LateProperty? = nil
  ) -> SlotState.Claim {
    let claim = state.withLock {
      $0.claim(by: asker, synchronously: isSynchronous, with: build, for: property, in: self)
    }
    switch claim {
    case .wait(let waiter): return begin(waiter, for: property, by: asker) ?? claim
    case .loop: return putOff(property, by: asker) ?? claim
    case .heldDraft:
      if let draft = HeldProduct.follow(self, by: asker) { return .product(draft) }
      return self.claim(by: asker, synchronously: isSynchronous, with: build, for: property)
    case .product, .vacant, .build, .refused, .later, .abandoned: return claim
    }
  }

  /// Begins a wait; gives something else to do where that would close a loop.
  private final func begin(_ waiter: Waiter, for property: LateProperty?, by asker: Build?) -> SlotState.Claim? {
    // Where nothing is being built any more, there is something else to be had.
    let again = { self.claim(by: asker, synchronously: waiter.isSynchronous, for: property) }
    while let loop = waiter.begin() {
      // What is finished but for its hooks breaks a loop, wherever in it somebody waits for that: it is what would be
      // had in a single thread.
      if draft(of: waiter.target) != nil {
        waiter.withdraw()
        return HeldProduct.follow(self, by: asker).map { .product($0) } ?? again()
      }
      if loop.waiters.contains(where: { $0.takeDraft() }) { continue }
      // So does a property that gets later what it waits for.
      if property != nil {
        waiter.withdraw()
        return putOff(property, by: asker) ?? again()
      }
      if loop.waiters.contains(where: { $0.putOff() }) { continue }
      waiter.withdraw()
      return .loop(loop.builds)
    }
    return nil
  }

  /// Has a property get later what is being built here; nil where nothing is.
  final func putOff(_ property: LateProperty?, by asker: Build?) -> SlotState.Claim? {
    guard let property, let owner = asker,
      let builder = HeldProduct.putOff(property, of: owner, at: self)
    else { return nil }
    return builder.draft.map { .product($0) } ?? .later(suspends: builder.suspends)
  }

  /// Forgets a wait that was given up.
  final func forget(_ waiter: Waiter) { state.withLock { $0.forget(waiter) } }

  /// The product under construction, if its build is still under way and its factory has returned.
  final func draft(of build: Build) -> AnyProduct? { state.withLock { $0.draft(of: build) } }

  // MARK: Building

  /// Begins a build where nothing is kept and nothing is being built; false if there is more to be decided.
  final func begin(_ build: Build, suspending maySuspend: Bool) -> Bool {
    state.withLock { $0.begin(build, suspending: maySuspend) }
  }

  /// Shows the product to the hooks that run before it is finished, and to what they resolve; returns the properties
  /// that get it now.
  final func showDraft(_ product: AnyProduct) -> [LateProperty] {
    let (old, properties) = state.withLock { $0.showDraft(product) }
    return withExtendedLifetime(old) { properties }
  }

  /// Turns away those who would block a thread while the build suspends, and with it what is held back until it ends.
  final func suspend() {
    let (blocked, followers) = state.withLock { $0.suspend() }
    for waiter in blocked { waiter.end(.refused) }
    for follower in followers { follower.suspend() }
  }

  /// Ends a build: tells those who waited, and keeps what is to be kept. True if it is too late for that: everything
  /// was let go of meanwhile.
  @discardableResult
  final func finish(_ outcome: Waiter.Outcome, keeping kept: SlotState.Kept? = nil, order: UInt = 0) -> Bool {
    let end = endBuild { $0.finish(keeping: kept, order: order) }
    for waiter in end.waiters { waiter.end(outcome) }
    return withExtendedLifetime(end) { end.isLate }
  }

  private final func endBuild(
    failingWith error: AstrojectError? = nil, synchronously isSynchronous: Bool = false,
    _ end: (inout SlotState) -> SlotState.End
  ) -> SlotState.End {
    if let end = state.withLock({ $0.hasFollowers ? nil : end(&$0) }) { return end }
    return HeldProduct.endBuild(in: self, failingWith: error, synchronously: isSynchronous) {
      state.withLock { end(&$0) }
    }
  }

  /// Ends a build and keeps what came of it, where nobody else has to do with it.
  final func keepAtOnce(_ product: AnyProduct, order: UInt) -> Bool {
    state.withLock { $0.keep(product, order: order) }
  }

  /// Ends a build of what nothing is done to when it has been made: gives it to the properties that wait for it, keeps
  /// it, and hands it to those who wait; if it is to be held back, later.
  ///
  /// - Parameter end: What is done then: it calls `finish`.
  /// - Returns: False where whoever has asked has to claim the slot once more, as one of those who wait.
  final func complete(
    _ product: AnyProduct, of build: Build, by end: (@Sendable () -> Void)? = nil
  ) throws -> Bool {
    for property in showDraft(product) { try property.give(product, by: build) }
    return try endOwnCode(product, of: build, by: end)
  }

  /// The same for a build that is awaited.
  final func complete(
    _ product: AnyProduct, of build: Build, by end: (@Sendable () -> Void)? = nil
  ) async throws -> Bool {
    for property in showDraft(product) { try await property.give(product, by: build) }
    return try endOwnCode(product, of: build, by: end)
  }

  /// Ends the own code of a build; false where whoever has asked has to claim the slot once more.
  final func endOwnCode(_ product: AnyProduct, of build: Build, by end: (@Sendable () -> Void)? = nil) throws -> Bool {
    let end = end ?? { @Sendable [self] in _ = finish(.product(product), keeping: .strong(product)) }
    switch try build.held?.end(product, in: self, end) ?? .complete {
    case .complete:
      end()
      return true
    case .held: return false
    case .again(let error, let isSynchronous):
      fail(error, synchronously: isSynchronous)
      return false
    }
  }

  // MARK: Holding back

  /// The build that is under way.
  final var builder: SlotState.Builder? { state.withLock { $0.builder } }

  /// Whether the build under way is another product's, as this one is held back.
  final var isHandedOver: Bool { state.withLock { $0.isHandedOver } }

  /// The product of the build under way as what is to be held back, if it may be that.
  final var held: HeldProduct? { state.withLock { $0.held } }

  /// Takes in a property that gets the product when that has been made, unless it is shown already; returns nothing
  /// where nothing is being built.
  final func add(_ property: LateProperty) -> SlotState.Builder? { state.withLock { $0.add(property) } }

  /// Takes in what is held back until the build ends; false where nothing is being built.
  final func add(_ follower: HeldProduct) -> Bool { state.withLock { $0.add(follower) } }

  /// Gives away what was to be held back until the build ends.
  final func takeFollowers() -> [HeldProduct] { state.withLock { $0.takeFollowers() } }

  /// Has the build that is under way be a part of another one from now on; returns those who have waited, to ask anew,
  /// and what is not to be freed under a lock.
  final func becomePart(
    of other: SlotState.Builder, showing product: AnyProduct, as held: HeldProduct
  ) -> (waiters: [Waiter], old: [AnyObject]) {
    state.withLock { $0.becomePart(of: other, showing: product, as: held) }
  }

  // MARK: The end of a build

  /// Ends a build with an error; those whom it may not concern try for themselves.
  final func fail(_ error: AstrojectError, synchronously isSynchronous: Bool) {
    let end = endBuild(failingWith: error, synchronously: isSynchronous) { $0.finish(keeping: nil, order: 0) }
    // A product whose hook threw is freed here, where no lock is held.
    defer { withExtendedLifetime(end) {} }
    for waiter in end.waiters {
      let isOwnAffair =
        switch error {
        case .cancelled: Task.isCancelled
        case .asynchronousFactory: isSynchronous && !waiter.isSynchronous
        case .isolationMismatch, .tooDeep: true
        default: false
        }
      waiter.end(isOwnAffair ? .again : .failure(error))
    }
  }

  /// Keeps a product that nobody had to build, unless somebody builds it already.
  final func fill(_ product: AnyProduct, order: UInt) {
    state.withLock { $0.fill(.strong(product), order: order) }
  }

  // MARK: Letting go

  final func drain() -> (product: AnyProduct, order: UInt)? { state.withLock { $0.drain() } }

  /// Forgets what was built at some point in the order of building, if that is still kept.
  final func drain(builtAt order: UInt) -> (product: AnyProduct, order: UInt)? {
    state.withLock { $0.drain(builtAt: order) }
  }

  /// Lets go of what is kept, or of what is being built when that is done; with `isForGood` the slot is given up where
  /// nothing is being built.
  final func vacate(forGood isForGood: Bool) -> (isBuilding: Bool, taken: (product: AnyProduct, order: UInt)?) {
    state.withLock { state in
      if state.dismiss() { return (true, nil) }
      return (false, isForGood ? state.abandon() : state.drain())
    }
  }

  final func abandon() -> (product: AnyProduct, order: UInt)? { state.withLock { $0.abandon() } }

  /// Gives the slot up if nothing is kept or being built in it. What is kept goes into `alive`: to look at a weak
  /// reference is to hold it, and whoever calls may hold a lock, under which nothing must be freed.
  final func abandonIfIdle(_ alive: inout [AnyProduct], evenCustom: Bool) -> Bool {
    state.withLock { state in
      if let kept = state.kept {
        alive.append(kept)
        return false
      }
      guard evenCustom || custom == nil, state.isResting else { return false }
      _ = state.abandon()
      return true
    }
  }

  /// Keeps a class instance weakly from now on, and anything else not at all; false if nothing is left to keep. What
  /// was held goes into `held`: whoever calls may hold a lock, under which nothing must be freed.
  final func weaken(_ held: inout [AnyProduct]) -> Bool {
    let (isLeft, old) = state.withLock { $0.weaken() }
    if let old { held.append(old) }
    return isLeft
  }

  /// Whether it was thrown away.
  final var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Whether a certain build is under way in it.
  final func isBuilding(by build: Build) -> Bool { state.withLock { $0.isBuilding(by: build) } }

  /// Whether no build is under way in it.
  final var isResting: Bool { state.withLock { $0.isResting } }

  /// Whether something is kept, without a look at it: nothing can be freed by that.
  final var isKept: Bool { state.withLock { $0.isKept } }

  /// What is kept.
  final var product: AnyProduct? { state.withLock { $0.kept } }
}

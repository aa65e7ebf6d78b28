/// The slot in which a scope caches one product. One caller builds the product, and the others wait for it.
class InstanceSlot: @unchecked Sendable {
  /// The custom scope that caches the product instead of the slot, if there is one.
  final let custom: CustomScope?
  private final let state: Lock<SlotState>

  init(_ phase: SlotState.Phase = .empty, custom: CustomScope? = nil) {
    state = Lock(SlotState(phase))
    self.custom = custom
  }

  // MARK: Asking

  /// Returns the next step for a caller that asks for the product. A wait that would never end is returned as a loop.
  ///
  /// - Parameters:
  ///   - asker: The build on whose behalf the caller asks.
  ///   - isSynchronous: True if the caller blocks.
  ///   - build: The build to begin if the slot is vacant.
  ///   - property: The property that the product is for, if it may get the product later.
  ///   - isBuilder: True if the caller has built the product, which is held back.
  final func claim(
    by asker: Build?, synchronously isSynchronous: Bool, with build: Build? = nil, for property: LateProperty? = nil,
    asBuilder isBuilder: Bool = false
  ) -> SlotState.Claim {
    let claim = state.withLock {
      $0.claim(
        by: asker, synchronously: isSynchronous, with: build, for: property, asBuilder: isBuilder, in: self)
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

  /// Begins a wait; returns another thing to do if the wait would close a loop.
  private final func begin(_ waiter: Waiter, for property: LateProperty?, by asker: Build?) -> SlotState.Claim? {
    // If nothing is being built any more, the next claim ends differently.
    let again = { self.claim(by: asker, synchronously: waiter.isSynchronous, for: property) }
    while let loop = waiter.begin() {
      // A product that is finished but for its hooks breaks a loop, wherever in the loop something waits for it. In a
      // single thread the caller would get that product, too.
      if draft(of: waiter.target) != nil {
        waiter.withdraw()
        return HeldProduct.follow(self, by: asker).map { .product($0) } ?? again()
      }
      if loop.waiters.contains(where: { $0.takeDraft() }) { continue }
      // A property that gets its value later breaks a loop, too.
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

  /// Puts a property off until the product under construction has been made; nil if nothing is being built.
  final func putOff(_ property: LateProperty?, by asker: Build?) -> SlotState.Claim? {
    guard let property, let owner = asker,
      let builder = HeldProduct.putOff(property, of: owner, at: self)
    else { return nil }
    return builder.draft.map { .product($0) } ?? .later(suspends: builder.suspends)
  }

  /// Forgets a waiter that has given up.
  final func forget(_ waiter: Waiter) { state.withLock { $0.forget(waiter) } }

  /// Returns the product of a build that is under way, if its factory has returned.
  final func draft(of build: Build) -> AnyProduct? { state.withLock { $0.draft(of: build) } }

  // MARK: Building

  /// Shows the product to its hooks and the code that they run; returns the properties that get it now.
  final func showDraft(_ product: AnyProduct) -> [LateProperty] {
    let (old, properties) = state.withLock { $0.showDraft(product) }
    return withExtendedLifetime(old) { properties }
  }

  /// Refuses the waiters that block a thread because the build suspends. Held products suspend, too.
  final func suspend() {
    let (blocked, followers) = state.withLock { $0.suspend() }
    for waiter in blocked { waiter.end(.refused) }
    for follower in followers { follower.suspend() }
  }

  /// Ends a build, hands the outcome to the waiters, and caches the product if it is to be cached.
  ///
  /// - Returns: True if nothing was cached because everything was released meanwhile.
  @discardableResult
  final func finish(_ outcome: Waiter.Outcome, keeping kept: SlotState.Kept? = nil, order: UInt = 0) -> Bool {
    let end = endBuild { $0.finish(keeping: kept, order: order) }
    for waiter in end.waiters { waiter.end(waiter.isLate ? .again : outcome) }
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

  /// Ends a build and caches its product; returns false if anything else is involved.
  final func keepAtOnce(_ product: AnyProduct, order: UInt) -> Bool {
    state.withLock { $0.keep(product, order: order) }
  }

  /// Ends a build without hooks: gives the product to waiting properties, caches it, and hands it to the waiters.
  ///
  /// If the product is held back, it is cached later.
  ///
  /// - Parameter end: Ends the build by calling `finish`.
  /// - Returns: False if the caller has to claim the slot again, as a waiter does.
  final func complete(
    _ product: AnyProduct, of build: Build, by end: (@Sendable () -> Void)? = nil
  ) throws -> Bool {
    for property in showDraft(product) { try property.give(product, by: build) }
    return try endOwnCode(product, of: build, by: end)
  }

  /// Ends a build without hooks that is awaited, as the synchronous form does.
  final func complete(
    _ product: AnyProduct, of build: Build, by end: (@Sendable () -> Void)? = nil
  ) async throws -> Bool {
    for property in showDraft(product) { try await property.give(product, by: build) }
    return try endOwnCode(product, of: build, by: end)
  }

  /// Ends the own code of a build; returns false if the caller has to claim the slot again.
  final func endOwnCode(_ product: AnyProduct, of build: Build, by end: (@Sendable () -> Void)? = nil) throws -> Bool {
    let end = end ?? { @Sendable [self] in _ = finish(.product(product), keeping: .strong(product)) }
    // The caller may leave the container before a product that is held back is cached there.
    let stay = build.held.map { _ in Stay(in: build.core) }
    switch try build.held?.end(product, in: self, { withExtendedLifetime(stay, end) }) ?? .complete {
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

  /// The build that is under way; nil if there is none.
  final var builder: SlotState.Builder? { state.withLock { $0.builder } }

  /// True if the build under way is that of another product because this one is held back.
  final var isHandedOver: Bool { state.withLock { $0.isHandedOver } }

  /// The held product of the build that is under way; nil if there is none.
  final var held: HeldProduct? { state.withLock { $0.held } }

  /// Adds a property that gets the product when it is made, unless it is shown already; nil if nothing is being built.
  final func add(_ property: LateProperty) -> SlotState.Builder? { state.withLock { $0.add(property) } }

  /// Adds a product that is held back until the build ends; returns false if nothing is being built.
  final func add(_ follower: HeldProduct) -> Bool { state.withLock { $0.add(follower) } }

  /// Removes and returns the products that were to be held back until the build ends.
  final func takeFollowers() -> [HeldProduct] { state.withLock { $0.takeFollowers() } }

  /// Makes the build under way a part of another one.
  ///
  /// - Returns: The waiters, which have to ask again, and objects that must not be freed under a lock.
  final func becomePart(
    of other: SlotState.Builder, showing product: AnyProduct, as held: HeldProduct
  ) -> (waiters: [Waiter], old: [AnyObject]) {
    state.withLock { $0.becomePart(of: other, showing: product, as: held) }
  }

  // MARK: The end of a build

  /// Ends a build with an error. Waiters that the error may not concern try for themselves.
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
      waiter.end(isOwnAffair || waiter.isLate ? .again : .failure(error))
    }
  }

  /// Caches a product that no build has made, if the slot is empty.
  final func fill(_ product: AnyProduct, order: UInt) {
    state.withLock { $0.fill(.strong(product), order: order) }
  }

  // MARK: Releasing

  final func drain() -> (product: AnyProduct, order: UInt)? { state.withLock { $0.drain() } }

  /// Releases the product that was built at a point in the order of building, if it is still cached.
  final func drain(builtAt order: UInt) -> (product: AnyProduct, order: UInt)? {
    state.withLock { $0.drain(builtAt: order) }
  }

  /// Releases the cached product, or the product under construction when its build ends.
  ///
  /// - Parameter isForGood: True if a slot without a build is abandoned.
  final func vacate(forGood isForGood: Bool) -> (isBuilding: Bool, taken: (product: AnyProduct, order: UInt)?) {
    state.withLock { state in
      if state.dismiss() { return (true, nil) }
      return (false, isForGood ? state.abandon() : state.drain())
    }
  }

  final func abandon() -> (product: AnyProduct, order: UInt)? { state.withLock { $0.abandon() } }

  /// Abandons the slot if nothing is cached or being built in it.
  ///
  /// A cached product is added to `alive`: looking at a weak reference retains it, and the caller may hold a lock under
  /// which nothing must be freed.
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

  /// Holds a class instance only weakly from now on, and drops any other value; returns false if nothing is left.
  ///
  /// The retained object is added to `held` because the caller may hold a lock under which nothing must be freed.
  final func weaken(_ held: inout [AnyProduct]) -> Bool {
    let (isLeft, old) = state.withLock { $0.weaken() }
    if let old { held.append(old) }
    return isLeft
  }

  /// True if the product of the build under way is not to be cached.
  final var isReleased: Bool { state.withLock { $0.isReleased } }

  /// True if the slot was abandoned.
  final var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Returns true if the build under way is this one.
  final func isBuilding(by build: Build) -> Bool { state.withLock { $0.isBuilding(by: build) } }

  /// True if no build is under way.
  final var isResting: Bool { state.withLock { $0.isResting } }

  /// True if a product is cached. A weak reference is not looked at, so that nothing can be freed.
  final var isKept: Bool { state.withLock { $0.isKept } }

  /// The cached product, if it is alive.
  final var product: AnyProduct? { state.withLock { $0.kept } }
}

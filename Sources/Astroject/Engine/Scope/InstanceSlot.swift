/// The slot in which a scope caches one product. One caller builds the product, and the others wait for it.
package class InstanceSlot: @unchecked Sendable {
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
    case .wait(let waiter): return begin(waiter) ?? claim
    case .loop where property != nil: return takeEarly(for: property, by: asker) ?? claim
    case .draft:
      return takeEarly(for: property, by: asker)
        ?? self.claim(by: asker, synchronously: isSynchronous, with: build, for: property)
    case .product, .vacant, .build, .loop, .refused, .later, .abandoned: return claim
    }
  }

  /// Begins a wait; returns another thing to do if the wait would close a loop.
  ///
  /// A product that is finished but for its hooks breaks a loop, wherever in the loop something waits for it. In a
  /// single thread the caller would get that product, too. A property that gets its value later breaks a loop as well.
  private final func begin(_ waiter: Waiter) -> SlotState.Claim? {
    while let loop = waiter.begin() {
      let all = [waiter] + loop.waiters
      let draft = all.indices.first { index in
        // The next waiter waits on behalf of the target of this one.
        let (waiter, next) = (all[index], all[(index + 1) % all.count])
        return waiter.slot?.state.withLock { $0.hasDraft(of: waiter.target, for: next.asker) } ?? false
      }
      let other = draft.map { all[$0] } ?? all.first { $0.property != nil }
      if let other, other !== waiter {
        other.withdraw(as: .early)
        continue
      }
      waiter.withdraw()
      if other == nil { return .loop(loop.builds) }
      // If nothing is being built any more, the next claim ends differently.
      let (property, asker) = (waiter.property, waiter.asker)
      return takeEarly(for: property, by: asker)
        ?? claim(by: asker, synchronously: waiter.isSynchronous, for: property)
    }
    return nil
  }

  /// Gives a caller what it can have before the build ends; returns nil if there is nothing.
  ///
  /// The products of the asking builds are complete only when this one is.
  final func takeEarly(for property: LateProperty?, by asker: Build?) -> SlotState.Claim? {
    guard let asker, let taken = state.withLock({ $0.takeEarly(for: property, in: self) }) else { return nil }
    asker.need(taken.wiring, within: taken.builder)
    return taken.claim
  }

  /// Forgets a waiter that has given up.
  final func forget(_ waiter: Waiter) { state.withLock { $0.forget(waiter) } }

  // MARK: Building

  /// Begins a build if the slot is empty; returns false if it is not.
  final func begin(_ build: Build) -> Bool { state.withLock { $0.begin(build) } }

  /// Shows the product to its hooks and the code that they run; returns the properties that get it now.
  final func showDraft(_ product: AnyProduct) -> [LateProperty] {
    let (old, properties) = state.withLock { $0.showDraft(product) }
    return withExtendedLifetime(old) { properties }
  }

  /// Refuses the waiters that block a thread, if this build is under way here, because it suspends.
  final func suspend(_ build: Build) { for waiter in state.withLock({ $0.suspend(build) }) { waiter.end(.refused) } }

  /// Ends a build, hands the outcome to the waiters, and caches the product if it is to be cached.
  ///
  /// - Parameters:
  ///   - isWeak: True if a class instance is held weakly, and any other product is not cached.
  ///   - progress: The end of the build for the products that need this one.
  /// - Returns: True if nothing was cached because everything was released meanwhile.
  @discardableResult
  final func finish(
    _ outcome: Waiter.Outcome, keeping product: AnyProduct? = nil, weakly isWeak: Bool = false, order: UInt = 0,
    as progress: Wiring.Progress = .complete
  ) -> Bool {
    let (old, needs) = state.withLock { $0.finish(keeping: product, weakly: isWeak, order: order, as: progress) }
    for waiter in old.waiters.values { waiter.end(waiter.isLate ? .again : outcome) }
    // A product whose hook threw is freed here, where no lock is held.
    return withExtendedLifetime((old, needs)) { old.isReleased }
  }

  /// Ends a build and caches its product; returns false if anything else is involved.
  final func keepAtOnce(_ product: AnyProduct, order: UInt) -> Bool {
    state.withLock { $0.keep(product, order: order) }
  }

  /// Ends the own code of a build whose product needs others.
  ///
  /// - Parameter end: Ends the build. It is called later, if the result is false.
  /// - Returns: True if the product is complete; false if the caller has to claim the slot again.
  /// - Throws: The error of a product that this one needs.
  final func endOwnCode(
    _ product: AnyProduct, of build: Build, later end: @escaping @Sendable () -> Void
  ) throws -> Bool {
    let needs = build.needs
    let (wiring, old) = state.withLock { $0.endOwnCode(product, needing: needs, in: self) }
    // The caller may leave the container before the product is cached there.
    let stay = Stay(in: build.core)
    let isFacet = build.makesFacet
    switch withExtendedLifetime(old, { wiring.settle(asFacet: isFacet) { withExtendedLifetime(stay, end) } }) {
    case .complete: return true
    case .running, .ended, .released: return false
    case .failed(let error?): throw error
    case .failed(nil):
      fail(nil, synchronously: false)
      return false
    }
  }

  // MARK: Wiring

  /// Returns the progress of a build in this slot.
  final func progress(of wiring: Wiring) -> Wiring.Progress { state.withLock { _ in wiring.progress } }

  /// Makes the rest of the build in this slot a part of another one, until the own code of that has ended.
  ///
  /// - Returns: A waiter for that; nil if it has ended already.
  final func join(_ other: Wiring) -> Waiter? {
    guard let waiter = other.slot.state.withLock({ $0.wait(for: other, in: other.slot) }) else { return nil }
    let (waiters, old) = state.withLock { $0.becomePart(of: waiter) }
    for waiter in waiters { waiter.end(.again) }
    return withExtendedLifetime(old) { waiter }
  }

  // MARK: The end of a build

  /// Ends a build without a product, because of an error if there is one.
  ///
  /// Others try for themselves if the error may not concern them.
  final func fail(_ error: AstrojectError?, synchronously isSynchronous: Bool) {
    let isOwnAffair =
      switch error {
      case nil, .isolationMismatch, .tooDeep: true
      case .cancelled: Task.isCancelled
      case .asynchronousFactory: isSynchronous
      default: false
      }
    let error = isOwnAffair ? nil : error
    finish(error.map { .failure($0) } ?? .again, as: .failed(error))
  }

  /// Caches a product that no build has made, if the slot is empty.
  final func fill(_ product: AnyProduct, order: UInt) {
    state.withLock { $0.fill(product, order: order) }
  }

  // MARK: Releasing

  /// Releases the product that was built at a point in the order of building, if it is still cached.
  @inline(never)
  final func drain(builtAt order: UInt) -> (product: AnyProduct, order: UInt)? {
    state.withLock { $0.drain(builtAt: order) }
  }

  /// Releases the cached product, or the product under construction when its build ends.
  @inline(never)
  final func vacate() -> (product: AnyProduct, order: UInt)? { state.withLock { $0.vacate() } }

  @inline(never)
  final func abandon() -> (product: AnyProduct, order: UInt)? { state.withLock { $0.abandon() } }

  /// Abandons the slot if nothing is cached or being built in it.
  ///
  /// A cached product is added to `alive`: looking at a weak reference retains it, and the caller may hold a lock under
  /// which nothing must be freed.
  @inline(never)
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

  /// True if no build is under way.
  final var isResting: Bool { state.withLock { $0.isResting } }

  /// The cached product, if it is alive.
  @inline(never)
  final var product: AnyProduct? { state.withLock { $0.kept } }
}

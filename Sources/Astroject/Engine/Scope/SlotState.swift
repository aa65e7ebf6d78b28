/// The state of a slot: a machine that decides and does nothing else.
///
/// A slot is empty, then a build is under way in it, then it caches the product or is empty again. It holds a lock
/// while it asks the machine, and acts when it has released the lock.
struct SlotState {
  /// The product that a slot caches.
  enum Kept {
    case strong(AnyProduct)
    case weak(WeakProduct)

    var product: AnyProduct? {
      switch self {
      case .strong(let product): product
      case .weak(let weak): weak.product
      }
    }
  }

  enum Phase {
    case empty
    case building(Build, draft: AnyProduct?, suspends: Bool)
    case kept(Kept, order: UInt)
  }

  /// The next thing to do for a caller that asks for the product.
  enum Claim {
    /// Nothing: this is the product.
    case product(AnyProduct)
    /// Take the product before its build has ended; see ``Wiring``.
    case draft
    /// Claim the slot again with a build.
    case vacant
    /// Run the build.
    case build
    /// Wait for the build that is under way.
    case wait(Waiter)
    /// Fail because the product needs itself. These builds lead from the requested one back to the caller.
    case loop([Build])
    /// Fail because the build suspends, and a synchronous caller cannot wait for it.
    case refused
    /// Go on without the product, which a property gets later.
    case later
    /// Look the registration up again because this slot was abandoned.
    case abandoned
  }

  private var phase: Phase
  private(set) var waiters = Dictionary<ObjectIdentifier, Waiter>()
  /// The properties that get the product when it is made.
  private var lateProperties: [LateProperty] = []
  /// The progress of the build whose product this is, if other products need it or it needs others.
  private var wiring: Wiring?
  /// True if the product of the build under way is to be held weakly.
  private var isWeakened = false
  /// True if the slot was abandoned. A build under way ends in it, and its product is released at once.
  private(set) var isAbandoned = false
  /// True if the product of the build under way is to be released at once. Callers that ask from now on wait for the
  /// build, and ask again.
  private var isDismissed = false

  init(_ phase: Phase) { self.phase = phase }

  // MARK: Asking

  /// Decides for a caller that asks on behalf of `asker`, and begins `build` if the slot is vacant.
  ///
  /// A builder whose product is held back gets that, even if it was released meanwhile.
  mutating func claim(
    by asker: Build?, synchronously isSynchronous: Bool, with build: Build?, for property: LateProperty? = nil,
    asBuilder isBuilder: Bool = false, in slot: InstanceSlot
  ) -> Claim {
    switch phase {
    case .building(let current, let draft, let suspends):
      if let asker, asker.isWithin(current) {
        guard let draft, mayGive(current, to: asker) else { return .loop([current]) }
        let isFree = wiring == nil && !current.needsOthers && !current.isInjecting
        // What decorates a forwarding is kept as long as its product, so it ends as this build does.
        return isFree && !asker.makesFacet ? .product(draft) : .draft
      }
      if isSynchronous, suspends || !Signal.canBlock { return .refused }
      let waiter = Waiter(
        isSynchronous: isSynchronous, asker: asker, target: current, slot: slot, property: property,
        isLate: isDismissed && !isBuilder)
      waiters[ObjectIdentifier(waiter)] = waiter
      return .wait(waiter)
    case .kept(let kept, _):
      if let product = kept.product { return .product(product) }
    case .empty:
      break
    }
    if isAbandoned { return .abandoned }
    guard let build else { return .vacant }
    phase = .building(build, draft: nil, suspends: false)
    return .build
  }

  /// Forgets a waiter that has given up.
  mutating func forget(_ waiter: Waiter) { waiters[ObjectIdentifier(waiter)] = nil }

  /// Returns true if `build` is under way, its factory has returned, and `asker` may get its product.
  func hasDraft(of build: Build, for asker: Build?) -> Bool {
    guard case .building(let current, _?, _) = phase, current === build else { return false }
    return mayGive(build, to: asker)
  }

  /// Returns true if an asker may get the draft; false if what it makes is for a property of that alone.
  ///
  /// If the rest of the draft's build is a part of `build`, the properties are those of another product.
  private func mayGive(_ build: Build, to asker: Build?) -> Bool {
    if case .ended = wiring?.progress { return true }
    return asker?.isNeeded(toFill: build) != true
  }

  // MARK: Building

  /// Begins a build if the slot is empty; returns false if it is not.
  mutating func begin(_ build: Build) -> Bool {
    guard case .empty = phase, !isAbandoned else { return false }
    phase = .building(build, draft: nil, suspends: false)
    return true
  }

  /// Shows the product to callers on behalf of its own build, whose hooks are yet to run.
  ///
  /// - Returns: The product that was shown before, to be freed where no lock is held, and the properties that get this
  ///   one.
  mutating func showDraft(_ product: AnyProduct) -> (old: AnyProduct?, properties: [LateProperty]) {
    guard case .building(let build, let old, let suspends) = phase else { return (nil, []) }
    phase = .building(build, draft: product, suspends: suspends)
    return (old, exchange(&lateProperties, with: []))
  }

  /// Notes that a build is about to suspend, if it is the one under way.
  ///
  /// - Returns: The waiters that cannot wait for that.
  mutating func suspend(_ build: Build) -> [Waiter] {
    guard case .building(let current, let draft, false) = phase, current === build else { return [] }
    phase = .building(build, draft: draft, suspends: true)
    let blocked = waiters.values.filter(\.isSynchronous)
    for waiter in blocked { forget(waiter) }
    return blocked
  }

  // MARK: Wiring

  /// Gives a caller what it can have before the build ends: the product as far as it is shown, or a place for a
  /// property that gets it later. Returns nil if there is neither.
  mutating func takeEarly(
    for property: LateProperty?, in slot: InstanceSlot
  ) -> (claim: Claim, wiring: Wiring, builder: Build)? {
    guard case .building(let build, let draft, _) = phase else { return nil }
    if let draft { return (.product(draft), makeWiring(in: slot), build) }
    guard let property else { return nil }
    lateProperties.append(property)
    return (.later, makeWiring(in: slot), build)
  }

  private mutating func makeWiring(in slot: InstanceSlot) -> Wiring {
    let wiring = wiring ?? Wiring(in: slot)
    self.wiring = wiring
    return wiring
  }

  /// Ends the own code of the build, whose product needs others.
  ///
  /// - Returns: The product that was shown before, to be freed where no lock is held.
  mutating func endOwnCode(
    _ product: AnyProduct, needing needs: [Wiring], in slot: InstanceSlot
  ) -> (wiring: Wiring, old: AnyProduct?) {
    let wiring = makeWiring(in: slot)
    wiring.progress = .ended(needing: needs)
    return (wiring, showDraft(product).old)
  }

  /// Adds a waiter for the end of a build's own code; returns nil if that has ended.
  mutating func wait(for wiring: Wiring, in slot: InstanceSlot) -> Waiter? {
    guard case .building(let build, _, let suspends) = phase, case .running = wiring.progress else { return nil }
    let waiter = Waiter(isSynchronous: !suspends, asker: nil, target: build, slot: slot)
    waiters[ObjectIdentifier(waiter)] = waiter
    return waiter
  }

  /// Makes the rest of the build a part of another one, which a waiter waits for.
  ///
  /// - Returns: The waiters, which ask again, and an object that must not be freed under a lock.
  mutating func becomePart(of other: Waiter) -> (waiters: [Waiter], old: Build?) {
    guard case .building(let build, let draft, _) = phase else { return ([], nil) }
    phase = .building(other.target, draft: draft, suspends: !other.isSynchronous)
    return (Array(exchange(&waiters, with: [:]).values), build)
  }

  // MARK: The end of a build

  /// Caches a product if the slot is empty.
  mutating func fill(_ product: AnyProduct, order: UInt) {
    if case .empty = phase, !isAbandoned { phase = .kept(.strong(product), order: order) }
  }

  /// Ends the build and caches its product; returns false if there is more to do.
  mutating func keep(_ product: AnyProduct, order: UInt) -> Bool {
    guard waiters.isEmpty, wiring == nil, lateProperties.isEmpty, !isAbandoned, !isDismissed, !isWeakened else {
      return false
    }
    phase = .kept(.strong(product), order: order)
    return true
  }

  /// Ends the build, and caches its product unless everything was released meanwhile.
  ///
  /// - Parameters:
  ///   - isWeak: True if a class instance is held weakly, and any other product is not cached.
  ///   - progress: The end of the build for the products that need this one.
  /// - Returns: The state of the build, with its waiters, and what its product needed. Nothing of that must be freed
  ///   under a lock.
  mutating func finish(
    keeping product: AnyProduct?, weakly isWeak: Bool, order: UInt, as progress: Wiring.Progress
  ) -> (old: SlotState, needs: [Wiring]) {
    let (old, needs) = (self, wiring?.progress.needs ?? [])
    wiring?.progress = if case .complete = progress, isReleased { .released } else { progress }
    self = SlotState(isReleased ? .empty : product.map { .kept(.strong($0), order: order) } ?? .empty)
    isAbandoned = old.isAbandoned
    // The caller holds the product.
    if isWeak || old.isWeakened { _ = weaken() }
    return (old, needs)
  }

  // MARK: Releasing

  /// Forgets and returns the cached product, with its place in the order of building. A build under way goes on.
  ///
  /// - Parameter place: The place that it has to have; nil for any.
  @inline(never)
  mutating func drain(builtAt place: UInt? = nil) -> (product: AnyProduct, order: UInt)? {
    guard case .kept(let kept, let order) = phase, order == place ?? order else { return nil }
    phase = .empty
    return kept.product.map { ($0, order) }
  }

  /// Forgets and returns the cached product. That of a build under way is released when the build ends.
  mutating func vacate() -> (product: AnyProduct, order: UInt)? {
    isDismissed = !isResting
    return drain()
  }

  /// Forgets and returns the cached product, and caches nothing any more.
  @inline(never)
  mutating func abandon() -> (product: AnyProduct, order: UInt)? {
    isAbandoned = true
    return drain()
  }

  /// Holds a class instance only weakly from now on, and drops any other value.
  ///
  /// - Returns: True if something is cached or being built, and the retained product, which must not be freed under a
  ///   lock.
  mutating func weaken() -> (isLeft: Bool, held: AnyProduct?) {
    switch phase {
    case .empty: return (false, nil)
    case .building:
      isWeakened = true
      return (true, nil)
    case .kept(let kept, let order):
      let held = kept.product
      guard let held, let weak = WeakProduct(held) else {
        phase = .empty
        return (false, held)
      }
      phase = .kept(.weak(weak), order: order)
      return (true, held)
    }
  }

  /// The cached product, if it is alive.
  var kept: AnyProduct? {
    if case .kept(let kept, _) = phase { kept.product } else { nil }
  }

  /// True if the product of the build under way is not to be cached.
  var isReleased: Bool { isAbandoned || isDismissed }

  /// True if no build is under way.
  var isResting: Bool {
    if case .building = phase { false } else { true }
  }
}

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
    /// Take the product, and be held back with it.
    case heldDraft(AnyProduct)
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
    /// Go on without the product, which a property gets later. `suspends` is true if its build suspends.
    case later(suspends: Bool)
    /// Look the registration up again because this slot was abandoned.
    case abandoned
  }

  private var phase: Phase
  private var waiters: [ObjectIdentifier: Waiter] = [:]
  /// The properties that get the product when it is made.
  private var lateProperties: [LateProperty] = []
  /// The products that are held back until the build ends.
  private var followers: [HeldProduct] = []
  /// The product that was handed over to another build because it is held back itself.
  private var handedOver: HeldProduct?
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
        guard let draft else { return .loop([current]) }
        return held == nil ? .product(draft) : .heldDraft(draft)
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

  /// Returns the product of `build`, if that is under way and its factory has returned.
  func draft(of build: Build) -> AnyProduct? {
    guard case .building(let current, let draft, _) = phase, current === build else { return nil }
    return draft
  }

  // MARK: Building

  /// Shows the product to callers on behalf of its own build, whose hooks are yet to run.
  ///
  /// - Returns: The product that was shown before, to be freed where no lock is held, and the properties that get this
  ///   one.
  mutating func showDraft(_ product: AnyProduct) -> (old: AnyProduct?, properties: [LateProperty]) {
    guard case .building(let build, let old, let suspends) = phase else { return (nil, []) }
    phase = .building(build, draft: product, suspends: suspends)
    defer { lateProperties = [] }
    return (old, lateProperties)
  }

  /// Notes that the build is about to suspend.
  ///
  /// - Returns: The waiters that cannot wait for that, and the products that are held back with it.
  mutating func suspend() -> (blocked: [Waiter], followers: [HeldProduct]) {
    guard case .building(let build, let draft, false) = phase else { return ([], []) }
    phase = .building(build, draft: draft, suspends: true)
    let blocked = waiters.values.filter(\.isSynchronous)
    for waiter in blocked { forget(waiter) }
    return (blocked, followers)
  }

  // MARK: Holding back

  /// A build that is under way.
  struct Builder {
    let build: Build
    let suspends: Bool
    /// The product, as far as it is shown.
    let draft: AnyProduct?
  }

  var builder: Builder? {
    guard case .building(let build, let draft, let suspends) = phase else { return nil }
    return Builder(build: build, suspends: suspends, draft: draft)
  }

  var isHandedOver: Bool { handedOver != nil }

  /// The held product of the build that is under way; nil if there is none.
  var held: HeldProduct? {
    guard case .building(let build, _, _) = phase else { return nil }
    return handedOver ?? build.held
  }

  /// Adds a property that gets the product when it is made, unless it is shown already; nil if nothing is being built.
  mutating func add(_ property: LateProperty) -> Builder? {
    guard let builder else { return nil }
    if builder.draft == nil { lateProperties.append(property) }
    return builder
  }

  /// Adds a product that is held back until the build ends; returns false if nothing is being built.
  mutating func add(_ follower: HeldProduct) -> Bool {
    if isResting { return false }
    followers.append(follower)
    return true
  }

  /// True if something is held back until the build ends.
  var hasFollowers: Bool { !followers.isEmpty }

  /// Removes and returns the products that were to be held back until the build ends.
  mutating func takeFollowers() -> [HeldProduct] {
    defer { followers = [] }
    return followers
  }

  /// Makes the build under way a part of another one.
  ///
  /// - Returns: The waiters, and objects that must not be freed under a lock.
  mutating func becomePart(
    of other: Builder, showing product: AnyProduct, as held: HeldProduct
  ) -> (waiters: [Waiter], old: [AnyObject]) {
    guard case .building(let build, let old, let suspends) = phase else { return ([], []) }
    phase = .building(other.build, draft: product, suspends: suspends || other.suspends)
    handedOver = held
    defer { waiters = [:] }
    return (Array(waiters.values), [build] + [old].compactMap(\.self))
  }

  // MARK: The end of a build

  /// Caches a product if the slot is empty.
  mutating func fill(_ kept: Kept, order: UInt) {
    if case .empty = phase, !isAbandoned { phase = .kept(kept, order: order) }
  }

  /// Ends the build and caches its product; returns false if there is more to do.
  mutating func keep(_ product: AnyProduct, order: UInt) -> Bool {
    guard waiters.isEmpty, followers.isEmpty, lateProperties.isEmpty, !isAbandoned, !isDismissed, !isWeakened else {
      return false
    }
    phase = .kept(.strong(product), order: order)
    return true
  }

  /// The work that the end of a build leaves.
  struct End {
    /// The waiters of the build.
    let waiters: [Waiter]
    /// The products that were held back until then.
    let followers: [HeldProduct]
    /// The objects that must not be freed under a lock.
    let remains: [AnyObject]
    /// True if the product comes too late to be cached.
    let isLate: Bool
  }

  /// Ends the build, and caches its product unless everything was released meanwhile.
  mutating func finish(keeping kept: Kept?, order: UInt) -> End {
    var remains: [AnyObject] = lateProperties
    if let builder { remains.append(builder.build) }
    if let draft = builder?.draft { remains.append(draft) }
    if let handedOver { remains.append(handedOver) }
    let isLate = isReleased
    phase = isLate ? .empty : kept.map { .kept($0, order: order) } ?? .empty
    if isWeakened { _ = weaken() }
    isWeakened = false
    isDismissed = false
    defer {
      waiters = [:]
      followers = []
      lateProperties = []
      handedOver = nil
    }
    return End(waiters: Array(waiters.values), followers: followers, remains: remains, isLate: isLate)
  }

  // MARK: Releasing

  /// Forgets and returns the cached product, with its place in the order of building. A build under way goes on.
  mutating func drain() -> (product: AnyProduct, order: UInt)? {
    guard case .kept(let kept, let order) = phase else { return nil }
    phase = .empty
    return kept.product.map { ($0, order) }
  }

  /// Forgets and returns the cached product, if it was built at a point in the order of building.
  mutating func drain(builtAt order: UInt) -> (product: AnyProduct, order: UInt)? {
    guard case .kept(_, order) = phase else { return nil }
    return drain()
  }

  /// Marks the product of the build under way for release when that ends; returns false if there is no build.
  mutating func dismiss() -> Bool {
    if isResting { return false }
    isDismissed = true
    return true
  }

  /// Forgets and returns the cached product, and caches nothing any more.
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
      guard let held, let weak = held.weakened() else {
        phase = .empty
        return (false, held)
      }
      phase = .kept(.weak(weak), order: order)
      return (true, held)
    }
  }

  /// The cached product, if it is alive.
  var kept: AnyProduct? {
    if case .kept(let kept, _) = phase { return kept.product }
    return nil
  }

  /// Returns true if the build under way is this one.
  func isBuilding(by build: Build) -> Bool {
    if case .building(let current, _, _) = phase { current === build } else { false }
  }

  /// True if the product of the build under way is not to be cached.
  var isReleased: Bool { isAbandoned || isDismissed }

  /// True if a product is cached. A weak reference is not looked at.
  var isKept: Bool { if case .kept = phase { true } else { false } }

  /// True if no build is under way.
  var isResting: Bool {
    if case .building = phase { return false }
    return true
  }
}

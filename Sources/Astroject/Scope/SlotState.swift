/// What a slot is doing: a machine that decides and does nothing else.
///
/// It is empty, then a build is under way in it, then it keeps what came out, or is empty again. The slot holds a lock
/// while it asks the machine, and does what is to be done when it has let go of it.
struct SlotState {
  /// What a slot keeps.
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

  /// What whoever asks for the product has to do.
  enum Claim {
    /// Nothing: here it is.
    case product(AnyProduct)
    /// Take it, and be held back with it.
    case heldDraft(AnyProduct)
    /// Come again with a build.
    case vacant
    /// Build it.
    case build
    /// Wait for the build that is under way.
    case wait(Waiter)
    /// See that this product needs itself: these builds lead from what was asked back to who asks.
    case loop([Build])
    /// Give up: the build suspends, and a synchronous caller cannot wait for it.
    case refused
    /// Go on without it: a property gets it later. Also whether its build suspends.
    case later(suspends: Bool)
    /// Look the registration up again: this slot belongs to nobody any more.
    case abandoned
  }

  private var phase: Phase
  private var waiters: [ObjectIdentifier: Waiter] = [:]
  /// The properties that get the product when it has been made.
  private var lateProperties: [LateProperty] = []
  /// What is held back until the build ends.
  private var followers: [HeldProduct] = []
  /// What was handed over to another build, as it is held back itself.
  private var handedOver: HeldProduct?
  /// Whether what the build under way makes is to be kept weakly.
  private var isWeakened = false
  /// Whether the slot was thrown away; a build that is under way ends in it, and what it makes is let go of at once.
  private(set) var isAbandoned = false
  /// Whether what the build under way makes is to be let go of at once.
  private var isDismissed = false

  init(_ phase: Phase) { self.phase = phase }

  // MARK: Asking

  /// Decides for somebody who asks on behalf of `asker`, and begins `build` where one has to begin.
  mutating func claim(
    by asker: Build?, synchronously isSynchronous: Bool, with build: Build?, for property: LateProperty? = nil,
    in slot: InstanceSlot
  ) -> Claim {
    switch phase {
    case .building(let current, let draft, let suspends):
      if let asker, asker.isWithin(current) {
        guard let draft else { return .loop([current]) }
        return held == nil ? .product(draft) : .heldDraft(draft)
      }
      if isSynchronous, suspends || !Signal.canBlock { return .refused }
      let waiter = Waiter(
        isSynchronous: isSynchronous, asker: asker, target: current, slot: slot, property: property)
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

  /// Forgets a wait that was given up.
  mutating func forget(_ waiter: Waiter) { waiters[ObjectIdentifier(waiter)] = nil }

  /// The product under construction, if `build` is still under way and its factory has returned.
  func draft(of build: Build) -> AnyProduct? {
    guard case .building(let current, let draft, _) = phase, current === build else { return nil }
    return draft
  }

  // MARK: Building

  /// Begins a build where nothing is kept and nothing is being built; false if there is more to be decided.
  mutating func begin(_ build: Build, suspending maySuspend: Bool) -> Bool {
    guard case .empty = phase, !isAbandoned else { return false }
    phase = .building(build, draft: nil, suspends: maySuspend)
    return true
  }

  /// Shows the product to those who ask on behalf of its own build: its hooks are yet to run.
  ///
  /// - Returns: The product that was shown before, to be freed where no lock is held, and the properties that get this
  ///   one.
  mutating func showDraft(_ product: AnyProduct) -> (old: AnyProduct?, properties: [LateProperty]) {
    guard case .building(let build, let old, let suspends) = phase else { return (nil, []) }
    phase = .building(build, draft: product, suspends: suspends)
    defer { lateProperties = [] }
    return (old, lateProperties)
  }

  /// Notes that the build is about to suspend; returns the waiters that cannot wait for that, and what is held back
  /// with it.
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
    /// The product as far as it is shown.
    let draft: AnyProduct?
  }

  var builder: Builder? {
    guard case .building(let build, let draft, let suspends) = phase else { return nil }
    return Builder(build: build, suspends: suspends, draft: draft)
  }

  var isHandedOver: Bool { handedOver != nil }

  /// The product of the build under way as what is to be held back, if it may be that.
  var held: HeldProduct? {
    guard case .building(let build, _, _) = phase else { return nil }
    return handedOver ?? build.held
  }

  /// Takes in a property that gets the product when that has been made, unless it is shown already; returns nothing
  /// where nothing is being built.
  mutating func add(_ property: LateProperty) -> Builder? {
    guard let builder else { return nil }
    if builder.draft == nil { lateProperties.append(property) }
    return builder
  }

  /// Takes in what is held back until the build ends; false where nothing is being built.
  mutating func add(_ follower: HeldProduct) -> Bool {
    if isResting { return false }
    followers.append(follower)
    return true
  }

  /// Whether something is held back until the build ends.
  var hasFollowers: Bool { !followers.isEmpty }

  /// Gives away what was to be held back until the build ends.
  mutating func takeFollowers() -> [HeldProduct] {
    defer { followers = [] }
    return followers
  }

  /// Has the build that is under way be a part of another one from now on.
  ///
  /// - Returns: Those who have waited, and the product that was shown before, which is not to be freed under a lock.
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

  /// Keeps a product in an empty slot.
  mutating func fill(_ kept: Kept, order: UInt) {
    if case .empty = phase, !isAbandoned { phase = .kept(kept, order: order) }
  }

  /// Ends the build, and keeps what came of it; false if there is more to be done.
  mutating func keep(_ product: AnyProduct, order: UInt) -> Bool {
    guard waiters.isEmpty, followers.isEmpty, lateProperties.isEmpty, !isAbandoned, !isDismissed, !isWeakened else {
      return false
    }
    phase = .kept(.strong(product), order: order)
    return true
  }

  /// What the end of a build leaves to do.
  struct End {
    /// Those who waited for it.
    let waiters: [Waiter]
    /// What was held back until then.
    let followers: [HeldProduct]
    /// What is not to be freed under a lock.
    let remains: [AnyObject]
    /// Whether what it made comes too late to be kept.
    let isLate: Bool
  }

  /// Ends the build.
  mutating func finish(keeping kept: Kept?, order: UInt) -> End {
    var remains: [AnyObject] = lateProperties
    if let builder { remains.append(builder.build) }
    if let draft = builder?.draft { remains.append(draft) }
    if let handedOver { remains.append(handedOver) }
    let isLate = isAbandoned || isDismissed
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

  // MARK: Letting go

  /// Forgets what is kept and returns it, with its place in the order of building. A build under way goes on.
  mutating func drain() -> (product: AnyProduct, order: UInt)? {
    guard case .kept(let kept, let order) = phase else { return nil }
    phase = .empty
    return kept.product.map { ($0, order) }
  }

  /// The same, if it is what was built then.
  mutating func drain(builtAt order: UInt) -> (product: AnyProduct, order: UInt)? {
    guard case .kept(_, order) = phase else { return nil }
    return drain()
  }

  /// Has what is being built be let go of when it is done; false if nothing is.
  mutating func dismiss() -> Bool {
    if isResting { return false }
    isDismissed = true
    return true
  }

  /// Forgets what is kept, and keeps nothing any more.
  mutating func abandon() -> (product: AnyProduct, order: UInt)? {
    isAbandoned = true
    return drain()
  }

  /// Keeps a class instance weakly from now on, and anything else not at all. Returns whether there is something left
  /// to keep or being built, and what was held, which is not to be freed under a lock.
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

  /// What is kept now.
  var kept: AnyProduct? {
    if case .kept(let kept, _) = phase { return kept.product }
    return nil
  }

  /// Whether a certain build is under way.
  func isBuilding(by build: Build) -> Bool {
    if case .building(let current, _, _) = phase { current === build } else { false }
  }

  /// Whether something is kept, without a look at it.
  var isKept: Bool { if case .kept = phase { true } else { false } }

  /// Whether no build is under way.
  var isResting: Bool {
    if case .building = phase { return false }
    return true
  }
}

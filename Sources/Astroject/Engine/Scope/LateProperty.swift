// A property that gets an object which is still being built: `injecting`, if one of two objects takes the other by its
// initializer. It is set when that initializer has returned. Until the object has been built, the owner of the property
// is handed to no other caller.
//
// Each object has its slot. Take two objects: Kitchen(Dish), and Dish with a property for the Kitchen.
//
// 1. The Kitchen is requested and its build begins. Its initializer needs the Dish, whose hook needs the Kitchen.
//    Waiting would close a loop, so the property is put off: the Kitchen's slot takes a ``LateProperty``, and the build
//    of the Dish gets a ``HeldProduct`` that waits for that slot. The build of the Dish goes on to its end.
// 2. There the Dish is not cached yet. Its slot is handed over to the build of the Kitchen, as if that built the Dish.
//    So callers within that build get the Dish, and all others wait for it. The graph of waits shows their targets.
// 3. The Kitchen's initializer returns, and the property is set. The Kitchen's build ends, and so does that of the
//    Dish, in the same way.
//
// Products that hold the Dish meanwhile wait with it: those between the two builds, and those that get the Dish before
// it is complete. A held product waits only for slots of builds whose own code is running. When such code ends and its
// product is held back itself, the waiters for that product wait for its targets instead. So no two held products wait
// for each other, in any order.

/// A property that is set when its value has been made.
final class LateProperty: Sendable {
  /// True if the property is set on the main actor.
  let isOnMainActor: Bool
  private let set: @Sendable (AnyProduct) throws -> Void

  init(onMainActor isOnMainActor: Bool, set: @escaping @Sendable (AnyProduct) throws -> Void) {
    self.isOnMainActor = isOnMainActor
    self.set = set
  }

  /// Returns a property that is set to the product as a closure converts it.
  func by(_ convert: @escaping @Sendable (AnyProduct) throws -> AnyProduct) -> LateProperty {
    LateProperty(onMainActor: isOnMainActor) { [set] in try set(convert($0)) }
  }

  /// Sets the property on behalf of the build that has made the product.
  ///
  /// - Throws: ``AstrojectError/isolationMismatch(_:)`` off the main actor if the property is set there, or the
  ///   error of setting it.
  func give(_ product: AnyProduct, by build: Build?) throws {
    if isOnMainActor, !MainThread.isCurrent { throw mismatch(.mainActorHook, of: build) }
    try refuse(product, of: build)
    try CurrentBuild.lead(build) { try set(product) }
  }

  /// Throws if the product conforms to its protocol on one global actor only, and the property is set elsewhere.
  private func refuse(_ product: AnyProduct, of build: Build?) throws {
    guard let conformance = product.misplacedConformance(onMainActor: isOnMainActor) else { return }
    throw mismatch(.isolatedConformance(conformance), of: build)
  }

  private func mismatch(_ cause: AstrojectError.Cause, of build: Build?) -> AstrojectError {
    .isolationMismatch(
      AstrojectError.Failure(key: build?.step.key ?? Key(Void.self), path: build?.path ?? [], cause: cause))
  }

  /// Sets the property where it has to be set, on behalf of the build that has made the product.
  func give(_ product: AnyProduct, by build: Build?) async throws {
    try refuse(product, of: build)
    guard isOnMainActor else {
      return try CurrentBuild.lead(build) { try set(product) }
    }
    build?.suspend()
    try await MainActor.run { try CurrentBuild.lead(build) { try set(product) } }
  }
}

/// The end of a resolve whose product comes later.
struct PutOff: Error {}

/// The product of a build that may be held back until other builds have ended.
final class HeldProduct: @unchecked Sendable {
  /// Protects all held products because they refer to each other. Only the locks of slots, and those below them, are
  /// taken under it.
  private static let lock = Lock(())

  /// The slots of the builds that it waits for, whose own code is running.
  private var targets: [InstanceSlot] = []
  /// The error of a target that has failed, and true if the caller of its build blocked.
  private var failure: (error: AstrojectError, isSynchronous: Bool)?
  /// The slot that caches or shares the product; nil if the caller does not share it, or while that is not known.
  private var slot: InstanceSlot?
  /// Ends the build. It is set when the build's own code has ended.
  private var finish: (@Sendable () -> Void)?

  init(in slot: InstanceSlot?) { self.slot = slot }

  /// The work for when the lock is released: waiters to wake, builds to end, and objects to free.
  private struct Rest {
    var waiters: [Waiter] = []
    var ends: [(HeldProduct, InstanceSlot?, (@Sendable () -> Void)?, (error: AstrojectError, isSynchronous: Bool)?)] =
      []
    /// The objects that must not be freed under the lock.
    var remains: [AnyObject] = []

    /// Returns the build that is under way in a slot; nil if there is none.
    mutating func builder(in slot: InstanceSlot) -> SlotState.Builder? {
      let builder = slot.builder
      if let builder {
        remains.append(builder.build)
        if let draft = builder.draft { remains.append(draft) }
      }
      return builder
    }

    func run() {
      for waiter in waiters { waiter.end(.again) }
      for (_, slot, finish, failure) in ends {
        if let failure {
          slot?.fail(failure.error, synchronously: failure.isSynchronous)
        } else {
          finish?()
        }
      }
    }
  }

  // MARK: Waiting

  /// Puts off a property of a build's product until the product of a slot has been made.
  ///
  /// - Returns: The build in that slot, with the product if it is shown already; nil if nothing is being built any
  ///   more.
  static func putOff(_ property: LateProperty, of owner: Build, at slot: InstanceSlot) -> SlotState.Builder? {
    var rest = Rest()
    let builder = lock.withLock { _ -> SlotState.Builder? in
      guard let builder = slot.add(property) else { return nil }
      let isHeldBack = hold(owner, upTo: owner.isWithin(builder.build) ? builder.build : nil, for: [slot], &rest)
      return isHeldBack ? builder : nil
    }
    rest.run()
    return builder
  }

  /// Gives a build the incomplete product of a slot, and holds back the products of that build and of those above it.
  ///
  /// They wait for the targets of the slot's product. If they belong to another thread or task, they also wait for the
  /// end of its hooks.
  ///
  /// - Returns: The product; nil if its build is about to end, so that the caller has to ask again.
  static func follow(_ slot: InstanceSlot, by asker: Build?) -> AnyProduct? {
    guard let asker else { return nil }
    var rest = Rest()
    let draft = lock.withLock { _ -> AnyProduct? in
      guard let builder = rest.builder(in: slot), let draft = builder.draft, slot.held?.failure == nil else {
        return nil
      }
      let isInside = asker.isWithin(builder.build)
      var targets = slot.held?.targets ?? []
      if !isInside, !slot.isHandedOver { targets.append(slot) }
      return hold(asker, upTo: isInside ? builder.build.parent : nil, for: targets, &rest) ? draft : nil
    }
    rest.run()
    return draft
  }

  /// Makes the products of a build and of the builds above it wait for targets, up to but without the last build.
  ///
  /// - Returns: False if a target is about to end, or has ended.
  private static func hold(_ first: Build, upTo last: Build?, for targets: [InstanceSlot], _ rest: inout Rest) -> Bool {
    if targets.isEmpty { return true }
    var next: Build? = first
    while let build = next, build !== last {
      if build.isActive {
        let held = build.heldProduct()
        for target in targets where !held.wait(for: target, builtBy: build, &rest) { return false }
      }
      next = build.parent
    }
    return true
  }

  /// Waits for a slot, unless it is its own; returns false if nothing is being built there any more.
  private func wait(for target: InstanceSlot, builtBy build: Build? = nil, _ rest: inout Rest) -> Bool {
    if target === slot || targets.contains(where: { $0 === target }) { return true }
    guard let builder = rest.builder(in: target) else { return false }
    if builder.build === build { return true }
    guard target.add(self) else { return false }
    targets.append(target)
    return true
  }

  // MARK: The end

  /// The result of a build whose own code has ended.
  enum End {
    /// There is nothing to wait for.
    case complete
    /// The build is ended later.
    case held
    /// A target has failed, with an error that may concern that target alone.
    case again(AstrojectError, synchronously: Bool)
  }

  /// Ends the own code of a build. A product that has something to wait for is held back, and `finish` ends it later.
  ///
  /// - Throws: The error of a target that has failed.
  func end(_ product: AnyProduct, in slot: InstanceSlot, _ finish: @escaping @Sendable () -> Void) throws -> End {
    var rest = Rest()
    let (end, failure) = HeldProduct.lock.withLock { _ -> (End, AstrojectError?) in
      self.slot = slot
      if let (error, isSynchronous) = self.failure {
        return error.isOwnAffair ? (.again(error, synchronously: isSynchronous), nil) : (.complete, error)
      }
      targets.removeAll { $0 === slot }
      guard !targets.isEmpty else { return (.complete, nil) }
      self.finish = finish
      handOver(showing: product, &rest)
      // The waiters for this product wait for its targets instead.
      for follower in slot.takeFollowers() where follower !== self {
        var isHeldBack = true
        for target in targets where !follower.wait(for: target, &rest) { isHeldBack = false }
        // A target that is just ending tells this product, which tells its followers.
        if isHeldBack || !slot.add(follower) { follower.targets.removeAll { $0 === slot } }
        if follower.finish != nil { follower.goOn(&rest) }
      }
      return (.held, nil)
    }
    rest.run()
    if case .complete = end, let failure { throw failure }
    return end
  }

  /// Ends a build in a slot, and tells the held products that wait for it.
  ///
  /// Both happen under the lock. Otherwise another build could begin in the slot, and be taken for the one that has
  /// ended.
  ///
  /// - Parameter end: Ends the build.
  static func endBuild(
    in slot: InstanceSlot, failingWith error: AstrojectError?, synchronously isSynchronous: Bool,
    _ end: () -> SlotState.End
  ) -> SlotState.End {
    var rest = Rest()
    let end = lock.withLock { _ in
      let end = end()
      for follower in end.followers {
        follower.targets.removeAll { $0 === slot }
        if follower.failure == nil, let error { follower.failure = (error, isSynchronous) }
        // Otherwise the follower's own code sees it at its end.
        if follower.finish != nil { follower.goOn(&rest) }
      }
      return end
    }
    rest.run()
    return end
  }

  /// Ends the product if there is nothing left to wait for, and otherwise hands it over to a target.
  private func goOn(_ rest: inout Rest) {
    if failure == nil, !targets.isEmpty {
      guard let draft = slot.flatMap({ rest.builder(in: $0) })?.draft else { return }
      return handOver(showing: draft, &rest)
    }
    rest.ends.append((self, slot, finish, failure))
    finish = nil
    targets = []
  }

  /// Makes the build in the product's slot a part of a target's build.
  private func handOver(showing product: AnyProduct, _ rest: inout Rest) {
    guard let slot else { return }
    for target in targets.reversed() {
      // A target that has just ended says so itself.
      guard let builder = rest.builder(in: target) else { continue }
      let (waiters, old) = slot.becomePart(of: builder, showing: product, as: self)
      rest.waiters += waiters
      rest.remains += old
      return
    }
  }

  /// Refuses the waiters that would block a thread for the product because one of its targets suspends.
  func suspend() { HeldProduct.lock.withLock { _ in slot }?.suspend() }
}

extension AstrojectError {
  /// True if the error may concern only the build that has failed with it.
  var isOwnAffair: Bool {
    switch self {
    case .cancelled, .asynchronousFactory, .isolationMismatch, .tooDeep: true
    default: false
    }
  }
}

// A property that gets an object which is still being built: `injecting`, where one of two objects takes the other by
// its initializer. It is set when that initializer has returned, and until the object has been built, what has the
// property is handed to nobody else.
//
// Each has its slot. Of two objects, Kitchen(Dish) and Dish with a property for the Kitchen:
//
// 1. The Kitchen is asked for, and being built; its initializer needs the Dish, whose hook needs the Kitchen. To wait
//    would close a loop, so the property is put off: the Kitchen's slot takes a ``LateProperty``, the build of the Dish
//    gets a ``HeldProduct`` that waits for that slot, and goes on to its end.
// 2. There the Dish is not kept yet: its slot is handed over to the build of the Kitchen, as if the Dish were being
//    built by that. So whoever is within that build gets the Dish, and all others wait for it, who see in the graph of
//    waits what they wait for.
// 3. The Kitchen's initializer returns: the property is set. The Kitchen's build ends: so does that of the Dish, in the
//    same way.
//
// What holds the Dish meanwhile waits with it: what lies between the two builds, and whatever gets the Dish before it
// is complete. A held product waits for slots of builds whose own code is running, and for nothing else: where such
// code ends, and its product is held back itself, those who wait for it wait for what that waits for instead. So no two
// of them wait for each other, whatever the order.

/// A property that is set when what it gets has been made.
final class LateProperty: Sendable {
  /// Whether it is the main actor's to set.
  let isOnMainActor: Bool
  private let set: @Sendable (AnyProduct) throws -> Void

  init(onMainActor isOnMainActor: Bool, set: @escaping @Sendable (AnyProduct) throws -> Void) {
    self.isOnMainActor = isOnMainActor
    self.set = set
  }

  /// The same for a product that is made of what it gets.
  func by(_ convert: @escaping @Sendable (AnyProduct) throws -> AnyProduct) -> LateProperty {
    LateProperty(onMainActor: isOnMainActor) { [set] in try set(convert($0)) }
  }

  /// Sets it on behalf of the build that has made what it gets.
  func give(_ product: AnyProduct, by build: Build?) throws {
    if isOnMainActor, !MainThread.isCurrent {
      throw AstrojectError.isolationMismatch(
        AstrojectError.Failure(key: build?.step.key ?? Key(Void.self), path: build?.path ?? [], cause: .mainActorHook))
    }
    try CurrentBuild.lead(build) { try set(product) }
  }

  /// Sets it where it is to be set, on behalf of the build that has made what it gets.
  func give(_ product: AnyProduct, by build: Build?) async throws {
    guard isOnMainActor else { return try CurrentBuild.lead(build) { try set(product) } }
    build?.suspend()
    try await MainActor.run { try CurrentBuild.lead(build) { try set(product) } }
  }
}

/// Ends a resolve whose product will come later.
struct PutOff: Error {}

/// What a build makes, where it is to be held back until other builds have ended.
final class HeldProduct: @unchecked Sendable {
  /// Guards all of them, as they refer to each other. Under it no lock is taken but those of slots, and those beneath.
  private static let lock = Lock(())

  /// The slots of the builds that it waits for, whose own code is running.
  private var targets: [InstanceSlot] = []
  /// Why one of them has failed, and whether its caller blocked.
  private var failure: (error: AstrojectError, isSynchronous: Bool)?
  /// Where it is to be kept or shared; nil for what is its caller's alone, or as long as that is not known.
  private var slot: InstanceSlot?
  /// Ends its build, when its own code has ended.
  private var finish: (@Sendable () -> Void)?

  init(in slot: InstanceSlot?) { self.slot = slot }

  /// What is to be done when the lock is free: whom to wake, whose builds to end, and what to let go of.
  private struct Rest {
    var waiters: [Waiter] = []
    var ends: [(HeldProduct, InstanceSlot?, (@Sendable () -> Void)?, (error: AstrojectError, isSynchronous: Bool)?)] =
      []
    /// What is not to be freed under the lock.
    var remains: [AnyObject] = []

    /// The build that is under way in a slot.
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

  /// Puts a property off, of what a build makes, until what is being built in a slot has been made.
  ///
  /// - Returns: What is shown of it already, and whether its build suspends; nil where nothing is being built any more.
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

  /// Has a build, and those above it, wait with what they get of a slot before it is complete: for what that waits for,
  /// and where they are of another thread or task, also for the end of its hooks.
  ///
  /// - Returns: What they get; nil where that is about to end, so that they have to ask anew.
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

  /// Has what builds make wait: one, and those above it, but for the last one; false where something is about to end,
  /// or has ended.
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

  /// Waits for a slot, unless it is its own; false where nothing is being built there any more.
  private func wait(for target: InstanceSlot, builtBy build: Build? = nil, _ rest: inout Rest) -> Bool {
    if target === slot || targets.contains(where: { $0 === target }) { return true }
    guard let builder = rest.builder(in: target) else { return false }
    if builder.build === build { return true }
    guard target.add(self) else { return false }
    targets.append(target)
    return true
  }

  // MARK: The end

  /// What becomes of a product whose own build has ended.
  enum End {
    /// There is nothing to wait for.
    case complete
    /// It will be ended later.
    case held
    /// Something that it waited for has failed, for no reason of its own.
    case again(AstrojectError, synchronously: Bool)
  }

  /// Ends the own code of a build: holds its product back if there is something to wait for, to `finish` it later.
  ///
  /// - Throws: Why something is not there.
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
      // Those who wait for this one wait for what it waits for.
      for follower in slot.takeFollowers() where follower !== self {
        var isHeldBack = true
        for target in targets where !follower.wait(for: target, &rest) { isHeldBack = false }
        // One that is just ending tells this one, which tells those that follow it.
        if isHeldBack || !slot.add(follower) { follower.targets.removeAll { $0 === slot } }
        if follower.finish != nil { follower.goOn(&rest) }
      }
      return (.held, nil)
    }
    rest.run()
    if case .complete = end, let failure { throw failure }
    return end
  }

  /// Ends a build in a slot that something waits for, and tells that.
  ///
  /// Both under the lock: otherwise another build could begin in the slot, and be taken for the one that has ended.
  ///
  /// - Parameter end: Ends it.
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
        // Otherwise its own code will see it at its end.
        if follower.finish != nil { follower.goOn(&rest) }
      }
      return end
    }
    rest.run()
    return end
  }

  /// Ends it if nothing is to be waited for any more, and otherwise hands it over to what is.
  private func goOn(_ rest: inout Rest) {
    if failure == nil, !targets.isEmpty {
      guard let draft = slot.flatMap({ rest.builder(in: $0) })?.draft else { return }
      return handOver(showing: draft, &rest)
    }
    rest.ends.append((self, slot, finish, failure))
    finish = nil
    targets = []
  }

  /// Has the build in its slot be that of what it waits for.
  private func handOver(showing product: AnyProduct, _ rest: inout Rest) {
    guard let slot else { return }
    for target in targets.reversed() {
      // One that has just ended will say so.
      guard let builder = rest.builder(in: target) else { continue }
      let (waiters, old) = slot.becomePart(of: builder, showing: product, as: self)
      rest.waiters += waiters
      rest.remains += old
      return
    }
  }

  /// Turns away those who would block a thread for it, as something that it waits for suspends.
  func suspend() { HeldProduct.lock.withLock { _ in slot }?.suspend() }
}

extension AstrojectError {
  /// Whether it may concern those alone whose build has failed by it.
  var isOwnAffair: Bool {
    switch self {
    case .cancelled, .asynchronousFactory, .isolationMismatch, .tooDeep: true
    default: false
    }
  }
}

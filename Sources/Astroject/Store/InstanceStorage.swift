/// What one container keeps of one registration: itself in the slot where there are no arguments, and in one more for
/// each value of the arguments.
final class InstanceStorage: InstanceSlot, @unchecked Sendable {
  let lifetime: Lifetime
  let blueprint: Blueprint
  /// Whether it keeps what an instance is seen as that is kept elsewhere, where decorators surround a forwarding or what
  /// was made elsewhere.
  let isFacet: Bool
  /// The one before in a chain, whose owner alone may look at it.
  var previous: InstanceStorage?
  /// Where the ``Values`` lie, which are counted; zero while there are none.
  private let valuesWord = AtomicWord(0)

  /// The slots of values, and of custom scopes, which few registrations have.
  private final class Values: Sendable {
    let table = Lock(SlotTable())
  }

  init(of blueprint: Blueprint, lifetime: Lifetime, asFacet isFacet: Bool = false) {
    self.blueprint = blueprint
    self.lifetime = lifetime
    self.isFacet = isFacet
    super.init()
  }

  /// Those of an instance that was made elsewhere.
  init(of blueprint: Blueprint, keeping instance: AnyProduct) {
    self.blueprint = blueprint
    lifetime = .singleton
    isFacet = false
    super.init(.kept(.strong(instance), order: blueprint.sequence))
  }

  deinit { valuesWord.object(Values.self)?.release() }

  private var values: Values? { valuesWord.object()?.takeUnretainedValue() }

  /// Which registration it is.
  var registration: ObjectIdentifier { ObjectIdentifier(blueprint) }

  /// The registration whose hooks run when something is let go of: none for what is seen of another one's instance.
  private var hooked: Blueprint? { isFacet ? nil : blueprint }

  /// What the registration is found by.
  var key: Key { blueprint.key }

  /// The slot for a value, made if there is none.
  func slot(for value: ArgumentValue) -> InstanceSlot {
    let isCustom = lifetime == .shared || lifetime == .perContainer
    if !isCustom, case .void = value { return self }
    let values = values ?? valuesWord.object(orPut: Values())
    var isNew = false
    let slot = ArgumentTable.slot(for: value, of: Sole(), weakly: lifetime == .weak) { body in
      values.table.withLock { body(&$0.table) }
    } make: {
      isNew = true
      // Freed where no lock is held.
      let sweptSlots = values.table.withLock { $0.sweep() }
      return withExtendedLifetime(sweptSlots) {
        InstanceSlot(custom: isCustom ? blueprint.currentOptions.custom?() : nil)
      }
    }.slot
    // Whoever has given the slots up meanwhile may not have seen this one.
    if isNew, isAbandoned { _ = slot.abandon() }
    return slot
  }

  /// Forgets a value of which nothing has come, and which nobody else is at.
  func forgetIdle(_ value: ArgumentValue) {
    let hash = value.hashValue
    let sweptSlots = values?.table.withLock { $0.removeIdle(withHash: hash) }
    withExtendedLifetime(sweptSlots) {}
  }

  /// All slots: itself, and those of values and of a custom scope.
  var slots: [InstanceSlot] { [self] + valueSlots }

  /// What is kept in all of them.
  var products: [Any] { slots.compactMap { $0.product?.any } }

  /// Whether something is being built in one of them.
  var isBuilding: Bool { !isResting || valueSlots.contains { !$0.isResting } }

  /// Whether what is kept is the registration's own, and nothing is to be done when it is let go of.
  var isThereForGood: Bool { blueprint.isInstance && !blueprint.flags.hasReleaseHooks && !isFacet }

  /// Lets go of what is kept, and of what is being built when that is done; true if they have to stay where they are
  /// for that.
  ///
  /// Called under the lock of those who have them, so that nothing is published meanwhile. What is let go of is
  /// gathered, to be dealt with later.
  func vacate(_ batch: inout ReleaseBatch) -> Bool {
    if lifetime == .shared, valueSlots.isEmpty { batch.add(unasked: blueprint) }
    if values == nil {
      let (isBuilding, taken) = super.vacate(forGood: true)
      batch.add(taken, from: hooked)
      // Some may have come meanwhile.
      if values == nil { return isBuilding }
    }
    let known = valueSlots
    batch.hold(known)
    var isBuilding = false
    func vacate(_ slot: InstanceSlot, forGood isForGood: Bool) {
      let (isBuildingThere, taken) = slot.vacate(forGood: isForGood)
      if isBuildingThere { isBuilding = true }
      batch.add(taken, from: hooked)
    }
    for slot in known { vacate(slot, forGood: false) }
    // Nothing is kept anew in a place that was given up a moment ago.
    let isLost = isAbandoned
    vacate(self, forGood: isLost || !isBuilding)
    if isBuilding, !isLost {
      batch.hold(removeIdle())
      return true
    }
    // Some may have come meanwhile; those that come from now on see that the others are given up.
    let all = valueSlots
    batch.hold(all.filter { slot in !known.contains { $0 === slot } })
    for slot in all { batch.add(slot.abandon(), from: hooked) }
    return false
  }

  /// The slots of values, and of custom scopes, that there are by now.
  private var valueSlots: [InstanceSlot] { values?.table.withLock { $0.table.isEmpty ? [] : $0.table.slots } ?? [] }

  /// Forgets values, and custom scopes, for which nothing is kept and nothing is being built.
  private func removeIdle() -> SweptSlots? { values?.table.withLock { $0.removeIdle(evenCustom: true) } ?? nil }

  /// Whether a slot is the one for all.
  func isSingle(_ slot: InstanceSlot) -> Bool { slot === self }

  /// Lets go of what is kept; builds under way go on, and what they build is kept, unless it was to be let go of
  /// before.
  func release() -> [PendingRelease] {
    var pendingReleases: [PendingRelease] = []
    letGo(tellingCustom: true, evenUnasked: true, into: &pendingReleases) { $0.drain() }
    let sweptSlots = removeIdle()
    return withExtendedLifetime(sweptSlots) { pendingReleases }
  }

  /// Lets go of what is kept, for good; builds under way go on, and nothing is kept of them. What has to be done about
  /// it is added to `pendingReleases`. A custom scope hears of it with `tellingCustom`: not when its container goes, as
  /// other containers may share the scope; with `evenUnasked` one that containers share does though nobody has asked
  /// it.
  func abandon(tellingCustom: Bool, evenUnasked: Bool = false, into pendingReleases: inout [PendingRelease]) {
    letGo(tellingCustom: tellingCustom, evenUnasked: evenUnasked, into: &pendingReleases) { $0.abandon() }
  }

  /// Lets go of what is kept, for good, though nothing is done about it; about what is being built it is.
  func forget() {
    var pendingReleases: [PendingRelease] = []
    abandon(tellingCustom: true, into: &pendingReleases)
  }

  private func letGo(
    tellingCustom: Bool, evenUnasked: Bool, into pendingReleases: inout [PendingRelease],
    _ take: (InstanceSlot) -> (product: AnyProduct, order: UInt)?
  ) {
    pendingReleases.add(take(self), from: hooked)
    let slots = valueSlots
    if evenUnasked, slots.isEmpty { blueprint.sharedScope?.release(for: nil) }
    for slot in slots {
      if tellingCustom { slot.custom?.release(for: nil) }
      pendingReleases.add(take(slot), from: hooked)
    }
  }
}

/// What is let go of together, while the registrations stay: gathered under locks, and dealt with where none is held.
struct ReleaseBatch {
  /// What has to be done about products.
  private(set) var pendingReleases: [PendingRelease] = []
  /// Who is to hear of it.
  private(set) var customs: [CustomScope] = []
  /// The registrations whose custom scopes are, too.
  private(set) var unasked: [Blueprint] = []
  /// Slots that were in a chain.
  private var takenFew = StorageChain()
  /// Products that nothing has to be done about but to free them: the first one, which mostly is the only one and takes
  /// no list; and all others, with slots that somebody else may let go of.
  private var firstHeld: AnyObject?
  private var held: [AnyObject] = []
  private var sweptSlots: [SweptSlots] = []

  /// Holds slots that were taken away from where they were, or may have been.
  mutating func add(_ slots: InstanceStorage) { held.append(slots) }

  mutating func add(_ slots: [InstanceStorage]) { held += slots }

  /// Adds a registration whose custom scope is to let go of everything, though no slots know of it.
  mutating func add(unasked blueprint: Blueprint) { unasked.append(blueprint) }

  /// Holds slots that were in a chain, of the few that fit into one.
  mutating func hold(_ slots: InstanceStorage) { takenFew.push(slots) }

  /// - Parameter blueprint: The registration whose hooks run, if any do.
  mutating func add(_ product: (product: AnyProduct, order: UInt)?, from blueprint: Blueprint?) {
    guard let (product, order) = product else { return }
    if let pendingRelease = blueprint.flatMap({ PendingRelease(of: product, order: order, from: $0) }) {
      pendingReleases.append(pendingRelease)
    } else if firstHeld == nil {
      firstHeld = product
    } else {
      held.append(product)
    }
  }

  /// Holds what was swept out.
  fileprivate mutating func hold(_ sweep: SweptSlots?) { if let sweep { sweptSlots.append(sweep) } }

  /// Holds slots, of which somebody else may let go.
  mutating func hold(_ slots: [InstanceSlot]) {
    if slots.isEmpty { return }
    held += slots
    customs += slots.compactMap(\.custom)
  }
}

/// The owner of all slots of one registration.
private struct Sole: Hashable {}

/// The slots by the value of the arguments; where there are none, that of a custom scope.
private struct SlotTable {
  var table = ArgumentTable<Sole>()
  /// How many values there may be before those whose product is gone are swept out.
  private var sweepAt = 32

  /// Forgets values whose product is gone, now and then, so that a weak scope does not gather them.
  mutating func sweep() -> SweptSlots? {
    guard table.count >= sweepAt else { return nil }
    defer { sweepAt = max(32, table.count * 2) }
    return removeIdle(evenCustom: false)
  }

  /// Forgets values for which nothing is kept and nothing is being built.
  mutating func removeIdle(evenCustom: Bool) -> SweptSlots? {
    if table.isEmpty { return nil }
    var alive: [AnyProduct] = []
    let slots = table.removeAll { _, slot in slot.abandonIfIdle(&alive, evenCustom: evenCustom) }
    return SweptSlots(slots: slots, products: alive)
  }

  /// The same for those that have the same hash, but for custom scopes.
  mutating func removeIdle(withHash hash: Int) -> SweptSlots? {
    if table.isEmpty { return nil }
    var alive: [AnyProduct] = []
    let slots = table.removeAll(of: Sole(), withHash: hash) { $0.abandonIfIdle(&alive, evenCustom: false) }
    return SweptSlots(slots: slots, products: alive)
  }
}

/// What a sweep has touched, which must not be freed while a lock is held.
private struct SweptSlots {
  let slots: ArgumentTable<Sole>.Remains
  let products: [AnyProduct]
}

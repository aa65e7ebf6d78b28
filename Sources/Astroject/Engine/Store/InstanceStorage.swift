/// The slots of one registration in one container: itself without arguments, and one more for each value of them.
final class InstanceStorage: InstanceSlot, @unchecked Sendable {
  let lifetime: Lifetime
  let blueprint: Blueprint
  /// True if it caches the decorated form of an instance behind a forwarding, or of one that was made elsewhere.
  let isFacet: Bool
  /// The address of the ``Values``, which are retained once; zero while there are none.
  private let valuesWord = AtomicWord(0)

  /// The slots for values and for custom scopes, which few registrations have.
  private final class Values: Sendable {
    let table = Lock(SlotTable())
  }

  init(of blueprint: Blueprint, lifetime: Lifetime, asFacet isFacet: Bool = false) {
    self.blueprint = blueprint
    self.lifetime = lifetime
    self.isFacet = isFacet
    super.init()
  }

  /// Creates the storage of an instance that was made elsewhere.
  init(of blueprint: Blueprint, keeping instance: AnyProduct) {
    self.blueprint = blueprint
    lifetime = .singleton
    isFacet = false
    super.init(.kept(.strong(instance), order: blueprint.sequence))
  }

  deinit { valuesWord.object(Values.self)?.release() }

  private var values: Values? { valuesWord.object()?.object }

  /// The identity of the registration.
  var registration: ObjectIdentifier { ObjectIdentifier(blueprint) }

  /// The registration whose hooks run at a release; nil if this caches the form of another registration's instance.
  private var hooked: Blueprint? { isFacet ? nil : blueprint }

  /// True if `release` releases the instances: their scope is disposable, or the one that the registration has by now.
  var isDisposable: Bool { lifetime.isDisposable || blueprint.origin.flags.lifetime.isDisposable }

  /// The key of the registration.
  var key: Key { blueprint.key }

  /// Returns the slot for a value, created if there is none.
  func slot(for value: ArgumentValue) -> InstanceSlot {
    let isCustom = lifetime == .shared || lifetime == .perContainer
    if !isCustom, case .void = value { return self }
    let values = values ?? valuesWord.object(orPut: Values())
    var isNew = false
    let slot = ArgumentTable.slot(for: value, of: nil, weakly: lifetime == .weak) { body in
      values.table.withLock { body(&$0.table) }
    } make: { value in
      isNew = true
      // Freed where no lock is held.
      let swept = values.table.withLock { $0.sweep() }
      return withExtendedLifetime(swept) {
        ValueSlot(value, custom: isCustom ? blueprint.customScope : nil)
      }
    }.slot
    // A thread that has abandoned the storage meanwhile may not have seen this one.
    if isNew, isAbandoned { _ = slot.abandon() }
    return slot
  }

  /// Removes the slot of a value if nothing is cached or being built there.
  func forgetIdle(_ value: ArgumentValue) {
    let hash = value.hashValue
    let swept = values?.table.withLock { $0.removeIdle(withHash: hash) }
    withExtendedLifetime(swept) {}
  }

  /// All slots: itself, and those of values and of a custom scope.
  var slots: [InstanceSlot] { [self] + valueSlots }

  /// The products that are cached in all slots.
  var products: [Any] { slots.compactMap { $0.product?.any } }

  /// True if a build is under way in one of the slots.
  var isBuilding: Bool { !isResting || valueSlots.contains { !$0.isResting } }

  /// True if the instance is the registration's own, and its release needs no hooks.
  var isThereForGood: Bool { blueprint.isInstance && !blueprint.flags[.hasReleaseHooks] && !isFacet }

  /// Releases the cached instances, and those under construction when their builds end.
  ///
  /// The result is true if the slots have to stay for that.
  ///
  /// The caller holds the lock of the owner, so that nothing is published meanwhile. The released instances are
  /// collected in the batch, to be dealt with later.
  func vacate(_ batch: inout ReleaseBatch) -> Bool {
    if lifetime == .shared, valueSlots.isEmpty { batch.add(unasked: blueprint) }
    if values == nil {
      let (isBuilding, taken) = super.vacate(forGood: true)
      batch.add(taken, from: hooked)
      // Values may have been added meanwhile.
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
    // Nothing is cached any more in slots that were abandoned a moment ago.
    let isLost = isAbandoned
    vacate(self, forGood: isLost || !isBuilding)
    if isBuilding, !isLost {
      batch.hold(removeIdle())
      return true
    }
    // Slots may have been added meanwhile. Those that are added from now on see that the others are abandoned.
    let all = valueSlots
    batch.hold(all.filter { slot in !known.contains { $0 === slot } })
    for slot in all { batch.add(slot.abandon(), from: hooked) }
    return false
  }

  /// The slots for values and for custom scopes that exist by now.
  private var valueSlots: [InstanceSlot] { values?.table.withLock { $0.table.isEmpty ? [] : $0.table.slots } ?? [] }

  /// Removes the slots for values and custom scopes in which nothing is cached or being built.
  private func removeIdle() -> SlotTable.Swept? { values?.table.withLock { $0.removeIdle(evenCustom: true) } ?? nil }

  /// Returns true if a slot is the one without arguments.
  func isSingle(_ slot: InstanceSlot) -> Bool { slot === self }

  /// True if an instance is cached, in a slot or in a custom scope.
  var keepsSomething: Bool {
    if lifetime == .shared || lifetime == .perContainer { return valueSlots.contains { $0.custom?.keeps ?? false } }
    return slots.contains { $0.product != nil }
  }

  /// Releases the cached instances, and those under construction when their builds end.
  ///
  /// - Parameter evenUnasked: True if a scope that containers share is told of it even if no request has reached it.
  func release(evenUnasked: Bool) -> [PendingRelease] {
    var pendingReleases: [PendingRelease] = []
    releaseInstances(tellingCustom: true, evenUnasked: evenUnasked, into: &pendingReleases) {
      $0.vacate(forGood: false).taken
    }
    let swept = removeIdle()
    return withExtendedLifetime(swept) { pendingReleases }
  }

  /// Releases the cached instances, and abandons the slots. Builds go on, but their products are not cached.
  ///
  /// - Parameters:
  ///   - tellingCustom: True if custom scopes are told of it. At the end of a container they are not because others may
  ///     share the scope.
  ///   - evenUnasked: True if a scope that containers share is told of it even if no request has reached it.
  ///   - pendingReleases: Receives the products with hooks to run.
  @inline(never)
  func abandon(tellingCustom: Bool, evenUnasked: Bool = false, into pendingReleases: inout [PendingRelease]) {
    releaseInstances(tellingCustom: tellingCustom, evenUnasked: evenUnasked, into: &pendingReleases) { $0.abandon() }
  }

  /// Releases the cached instances without hooks, and abandons the slots. Hooks run for products under construction.
  func forget() {
    var pendingReleases: [PendingRelease] = []
    abandon(tellingCustom: true, into: &pendingReleases)
  }

  @inline(never)
  private func releaseInstances(
    tellingCustom: Bool, evenUnasked: Bool, into pendingReleases: inout [PendingRelease],
    _ take: (InstanceSlot) -> (product: AnyProduct, order: UInt)?
  ) {
    pendingReleases.add(take(self), from: hooked)
    let slots = valueSlots
    if evenUnasked, slots.isEmpty { blueprint.sharedScope?.release(for: nil) }
    for slot in slots {
      pendingReleases.add(take(slot), from: hooked)
      // Told last. A build that ends meanwhile either sees that it was released, or its instance is dropped here.
      if tellingCustom { slot.custom?.release(for: nil) }
    }
  }
}

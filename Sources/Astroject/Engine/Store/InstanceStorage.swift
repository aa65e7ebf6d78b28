/// The slots of one registration in one container: itself without arguments, and one more for each value of them.
package final class InstanceStorage: InstanceSlot, @unchecked Sendable {
  let lifetime: Lifetime
  package let blueprint: Blueprint
  /// True if it caches the decorated form of an instance behind a forwarding, or of one that was made elsewhere.
  let isFacet: Bool
  /// The slots for values and for custom scopes, which few registrations have.
  private let values = Lock(ArgumentTable())

  /// Creates the storage of a registration for a scope.
  ///
  /// - Parameter instance: The instance, if it was made elsewhere.
  init(
    of blueprint: Blueprint, lifetime: Lifetime = .singleton, asFacet isFacet: Bool = false,
    keeping instance: AnyProduct? = nil
  ) {
    self.blueprint = blueprint
    self.lifetime = lifetime
    self.isFacet = isFacet
    super.init(instance.map { .kept(.strong($0), order: blueprint.sequence) } ?? .empty)
  }

  /// The registration whose hooks run at a release; nil if this caches the form of another registration's instance.
  var hooked: Blueprint? { isFacet ? nil : blueprint }

  /// True if `release` releases the instances: their scope is disposable, or the one that the registration has by now.
  var isDisposable: Bool { lifetime.isDisposable || blueprint.origin.flags.lifetime.isDisposable }

  /// Returns the slot for a value, created if there is none.
  func slot(for value: ArgumentValue) -> InstanceSlot {
    let isCustom = lifetime == .shared || lifetime == .perContainer
    if !isCustom, case .void = value { return self }
    let (slot, isNew) = ArgumentTable.slot(for: value, of: nil, weakly: lifetime == .weak) {
      values.withLock($0)
    } make: { value in
      // Freed where no lock is held.
      withExtendedLifetime(values.withLock { $0.sweep() }) {
        ValueSlot(value, custom: isCustom ? blueprint.customScope : nil)
      }
    }
    // A thread that has abandoned the storage meanwhile may not have seen this one.
    if isNew, isAbandoned { _ = slot.abandon() }
    return slot
  }

  /// Removes the slot of a value if nothing is cached or being built there.
  func forgetIdle(_ value: ArgumentValue) {
    let hash = value.hashValue
    withExtendedLifetime(values.withLock { $0.removeIdle(withHash: hash) }) {}
  }

  /// All slots: itself, and those of values and of a custom scope.
  var slots: [InstanceSlot] { [self] + valueSlots }

  /// The products that are cached in all slots.
  package var products: [Any] { slots.compactMap { $0.product?.any } }

  /// True if a build is under way in one of the slots.
  var isBuilding: Bool { !isResting || valueSlots.contains { !$0.isResting } }

  /// True if the instance is the registration's own, and its release needs no hooks.
  var isThereForGood: Bool { blueprint.isInstance && !blueprint.hasReleaseHooks && !isFacet }

  /// The slots for values and for custom scopes that exist by now.
  private var valueSlots: [InstanceSlot] { values.withLock { $0.slots } }

  /// True if an instance is cached, in a slot or in a custom scope, or is being built.
  var isInUse: Bool { slots.contains { !$0.isResting || $0.custom?.keeps ?? false || $0.product != nil } }

  /// The custom scopes that requests have reached.
  var customs: [CustomScope] { valueSlots.compactMap(\.custom) }

  /// Releases the cached instances, and those under construction when their builds end.
  ///
  /// Custom scopes are told by the caller, afterwards. A build that ends meanwhile either sees that it was released, or
  /// its instance is dropped then.
  ///
  /// - Parameters:
  ///   - own: What `vacate` has taken from this slot.
  ///   - pendingReleases: Receives the products with hooks to run.
  /// - Returns: The custom scopes that requests have reached.
  func release(
    _ own: (product: AnyProduct, order: UInt)?, into pendingReleases: inout [PendingRelease]
  ) -> [CustomScope] {
    pendingReleases.add(own, from: hooked)
    for slot in valueSlots { pendingReleases.add(slot.vacate(), from: hooked) }
    return values.withLock { $0.removeIdle(evenCustom: true) }.compactMap { ($0 as? InstanceSlot)?.custom }
  }

  /// Releases the cached instances, and abandons the slots. Builds go on, but their products are not cached.
  ///
  /// - Parameters:
  ///   - tellingCustom: True if custom scopes are told of it. At the end of a container they are not because others may
  ///     share the scope.
  ///   - pendingReleases: Receives the products with hooks to run.
  @inline(never)
  func abandon(tellingCustom: Bool, into pendingReleases: inout [PendingRelease]) {
    pendingReleases.add(abandon(), from: hooked)
    // Slots that are added from now on see that this one is abandoned.
    for slot in valueSlots {
      pendingReleases.add(slot.abandon(), from: hooked)
      // Told last, as by the caller of `release`.
      if tellingCustom { slot.custom?.release(for: nil) }
    }
  }

  /// Drops the cached instances without releasing them, and abandons the slots. Hooks run for products under
  /// construction.
  func forget() {
    _ = abandon()
    for slot in valueSlots {
      _ = slot.abandon()
      slot.custom?.release(for: nil)
    }
  }
}

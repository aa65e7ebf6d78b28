/// A registration that answers to a key, with the entry and the container in which it was found.
package struct Match {
  package let blueprint: Blueprint
  let entry: Entry
  /// The container that has the registration.
  package let owner: Core

  /// Returns the storage in which the owner caches instances; nil if the registration was removed.
  func storage(_ lifetime: Lifetime) -> InstanceStorage? {
    entry.storage(of: blueprint, lifetime: lifetime)
  }

  /// True if the registration still counts.
  var isLive: Bool {
    // A transaction puts its replacement into another entry.
    owner.transactions.load() == 0 ? entry.isOwn(blueprint) : owner.isLive(blueprint)
  }

  /// The published instance, if there is one.
  var instance: AnyProduct? {
    // The caller's transaction may have a decorator of the forwarding.
    if blueprint.flags.lifetime == .forwarded, owner.transactions.load() != 0 { return nil }
    return entry.instance
  }

  /// True if the registration still counts, and so does the target of a forwarding.
  var answers: Bool {
    blueprint.forwardingTarget.map { entry.holds(blueprint) && owner.isLive($0) } ?? isLive
  }

  /// Notes that an instance is about to be cached in a slot of a container.
  ///
  /// - Parameters:
  ///   - hookCount: The number of hooks that have run for the instance.
  func noteKept(
    _ product: AnyProduct, in keeper: Core, _ slot: InstanceSlot, for lifetime: Lifetime, in context: Context? = nil,
    order: UInt, hookedBy hookCount: Int = 0
  ) {
    if product.isConfined { blueprint.noteConfinement(below: owner) }
    // A container does not forget instances that only a `Lazy` caches.
    if blueprint.location.isKnown { Transaction.note((self, keeper, slot, context, order, !blueprint.flags[.hasKept])) }
    let flags = blueprint.flags[.hasKept] ? blueprint.flags : blueprint.changeFlags { $0[.hasKept] = true }
    // There is only one instance if it comes from elsewhere.
    if !flags[.isInstance], flags.lifetime != .forwarded {
      // The scope or the hooks were changed during this build.
      if flags.lifetime != lifetime { blueprint.noteKept(in: lifetime, asFirst: !flags[.hasKept]) }
      if blueprint.flags[.hasHooks], blueprint.hooks.count != hookCount {
        blueprint.changeRefusal { $0.isHookedLate = true }
      }
    }
    if blueprint.flags[.isSpoiled] { owner.unpublish(blueprint) }
  }
}

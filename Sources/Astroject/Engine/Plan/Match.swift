/// A registration that answers to a key, with the entry and the container in which it was found.
package struct Match {
  package let blueprint: Blueprint
  package let entry: Entry
  /// The container that has the registration.
  package let owner: Core

  /// Returns the storage in which the owner caches instances; nil if the registration was removed.
  func storage(_ lifetime: Lifetime) -> InstanceStorage? {
    entry.storage(of: blueprint, lifetime: lifetime)
  }

  /// True if the registration still counts.
  var isLive: Bool {
    // A transaction puts its replacement into another entry.
    owner.transactions.load() == 0 ? entry.holds(blueprint) : owner.find(blueprint) != nil
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
}

/// A registration that answers to a key, where it was found.
package struct Found {
  package let blueprint: Blueprint
  let entry: Entry
  /// The container that has it.
  package let owner: Core

  /// The slots in which its own container keeps instances; nil if the registration is gone.
  func slots(_ lifetime: Lifetime) -> Slots? {
    entry.slots(of: blueprint, lifetime: lifetime)
  }

  /// Whether it still counts.
  var isLive: Bool {
    // What a step has put in its place lies in another entry.
    owner.transactions.load() == 0 ? entry.isOwn(blueprint) : owner.isLive(blueprint)
  }
}

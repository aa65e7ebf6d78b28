/// The place of a key in a container: the registrations that answer to it, and what they keep.
@usableFromInline
class AnyEntry: @unchecked Sendable {
  @usableFromInline final let word: UInt
  /// Where the instance lies that a reader may take without a lock, or zero: that of a plain singleton in
  /// front of its key. The memory is not freed before the store goes.
  @usableFromInline final let published = AtomicWord(0)
  final let key: Key

  init(key: Key) {
    self.key = key
    word = key.word
  }

  // What can be done without knowing the types; the subclass does it.

  /// The registrations that answer to the key, in order of registration.
  var blueprints: [AnyBlueprint] { [] }

  /// Whether an own registration, as opposed to a forwarding, is this one.
  func owns(_ blueprint: AnyBlueprint) -> Bool { false }

  /// Whether there is an own registration.
  var hasOwn: Bool { false }

  /// Whether the own registration is protected.
  var isProtected: Bool { false }

  /// Whether what an outer store has under the key no longer counts.
  var masksOuter: Bool { false }

  /// Takes out every registration.
  func removeAll() -> Removal { Removal() }

  /// Has what an outer store has under the key no longer count.
  func mask() {}

  /// Takes out the forwardings to registrations that are gone.
  func removeForwardings(to targets: [AnyBlueprint]) -> Removal { Removal() }

  /// Takes over what another entry of the same key holds, which came later.
  func adopt(_ other: AnyEntry) -> Removal { Removal() }

  /// What the registrations keep.
  var slots: AnySlots? { nil }

  /// Takes away what the registrations keep, while they stay.
  func takeSlots() -> AnySlots? { nil }

  /// An entry of the same types and key that holds nothing.
  func makeEmpty() -> AnyEntry { AnyEntry(key: key) }

  /// Has readers take the lock.
  final func unpublish() { published.store(0) }
}

/// What was taken out of a store, to be dealt with when its lock is free.
struct Removal {
  /// The registrations that are gone; what forwards to them is to go, too.
  var blueprints: [AnyBlueprint] = []
  /// What they kept.
  var slots: [AnySlots] = []

  static func += (left: inout Removal, right: Removal) {
    left.blueprints += right.blueprints
    left.slots += right.slots
  }
}

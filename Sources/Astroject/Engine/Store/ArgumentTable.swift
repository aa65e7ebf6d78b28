/// Slots by their owners and the values of arguments.
///
/// A lock of the table's owner protects it. Hashing and comparing values runs the user's code, so the table never does
/// that: it knows the hashes, and numbers the values that share one.
struct ArgumentTable {
  /// The node of a tree that the slots are for; nil in the table of one registration.
  ///
  /// A generic table would be compiled for each kind of owner.
  typealias Owner = Tree.Node?

  fileprivate struct Position: Hashable {
    let owner: Owner
    let hash: Int
    /// The number of values with the same hash that come before it.
    var turn = 0

    // The hash of a value says enough.
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  private var contents: [Position: ValueSlot] = [:]
  /// The number of removals after which others may have moved up.
  private var moves = 0
  /// The number of values at which `sweep` looks for those whose product is deallocated.
  private var sweepAt = 32

  var isEmpty: Bool { contents.isEmpty }
  var slots: [InstanceSlot] { contents.isEmpty ? [] : Array(contents.values) }

  /// Returns the slot of a value, created if there is none, and true if it was created.
  ///
  /// - Parameters:
  ///   - isWeak: True if no class instance is retained that is compared by identity.
  ///   - reach: Runs a closure with the table, under its lock.
  ///   - make: Creates a slot. It runs where the lock is not held.
  static func slot(
    for argument: ArgumentValue, of owner: Owner, weakly isWeak: Bool = false,
    reach: ((inout ArgumentTable) -> ValueSlot?) -> ValueSlot?, make: (ArgumentValue) -> ValueSlot
  ) -> (slot: InstanceSlot, isNew: Bool) {
    var position = Position(owner: owner, hash: argument.hashValue)
    var (moves, new) = (0, nil as ValueSlot?)
    while true {
      let slot = reach { table in
        if table.moves != moves { (moves, position.turn) = (table.moves, 0) }
        if let known = table.contents[position] { return known }
        if let new { table.contents[position] = new }
        return new
      }
      if let slot, slot === new || slot.argument == argument { return (slot, slot === new) }
      if slot == nil { new = make(isWeak ? argument.weakened : argument) } else { position.turn += 1 }
    }
  }

  /// Removes some slots. The old contents are returned, to be freed where the lock is not held.
  @inline(never)
  mutating func removeAll(where isGone: (ValueSlot) -> Bool) -> [InstanceSlot] {
    // A dictionary does not shrink by itself.
    defer { if contents.count * 8 < contents.capacity { contents = contents.filter { _ in true } } }
    let first = contents.keys.filter { $0.turn == 0 }
    return first.flatMap { removeAll(of: $0.owner, withHash: $0.hash, where: isGone) }
  }

  /// Removes some slots of an owner whose values have the same hash. The old contents are returned, to be freed where
  /// the lock is not held.
  mutating func removeAll(of owner: Owner, withHash hash: Int, where isGone: (ValueSlot) -> Bool) -> [InstanceSlot] {
    var old: [ValueSlot] = []
    var position = Position(owner: owner, hash: hash)
    while let slot = contents.removeValue(forKey: position) {
      old.append(slot)
      position.turn += 1
    }
    position.turn = 0
    for slot in old where !isGone(slot) {
      contents[position] = slot
      position.turn += 1
    }
    // A value may release others whenever it is compared, so a search begins anew only if something has moved.
    if position.turn < old.count { moves += 1 }
    return old
  }
}

// MARK: - Idle slots

extension ArgumentTable {
  /// Removes the values whose product is deallocated, from time to time, so that a weak scope does not collect them.
  ///
  /// - Returns: The objects that this has touched. They must not be freed while a lock is held.
  mutating func sweep() -> [AnyObject] {
    guard contents.count >= sweepAt else { return [] }
    defer { sweepAt = max(32, contents.count * 2) }
    return removeIdle()
  }

  /// Removes the values of a registration for which nothing is cached or being built.
  ///
  /// - Parameters:
  ///   - hash: The hash of these values; nil for any.
  ///   - evenCustom: True if the slots of custom scopes are removed, too.
  /// - Returns: The objects that this has touched. They must not be freed while a lock is held.
  mutating func removeIdle(withHash hash: Int? = nil, evenCustom: Bool = false) -> [AnyObject] {
    var alive: [AnyProduct] = []
    let isIdle = { (slot: InstanceSlot) in slot.abandonIfIdle(&alive, evenCustom: evenCustom) }
    let slots = hash.map { removeAll(of: nil, withHash: $0, where: isIdle) } ?? removeAll(where: isIdle)
    return slots + alive
  }
}

/// The slot of a value.
final class ValueSlot: InstanceSlot, @unchecked Sendable {
  // Never changed.
  let argument: ArgumentValue

  init(_ argument: ArgumentValue, custom: CustomScope? = nil) {
    self.argument = argument
    super.init(custom: custom)
  }
}

/// Slots by their owners and the values of arguments.
///
/// A lock of the table's owner protects it. Hashing and comparing values runs the user's code, so the table never does
/// that: it knows the hashes, and gives out all slots of one hash, to be compared where the lock is not held.
struct ArgumentTable {
  /// The node of a tree that the slots are for; nil in the table of one registration.
  ///
  /// A generic table would be compiled for each kind of owner.
  typealias Owner = Tree.Node?

  /// The slots of values with the same hash, in the order in which they were added.
  private var contents: [Int: [ValueSlot]] = [:]
  private var count = 0
  /// The number of values at which `sweep` looks for those whose product is deallocated.
  private var sweepAt = 32

  var isEmpty: Bool { count == 0 }
  var slots: [InstanceSlot] { isEmpty ? [] : contents.values.flatMap(\.self) }

  /// Returns the slot of a value, created if there is none, and true if it was created.
  ///
  /// - Parameters:
  ///   - isWeak: True if no class instance is retained that is compared by identity.
  ///   - reach: Runs a closure with the table, under its lock.
  ///   - make: Creates a slot. It runs where the lock is not held.
  static func slot(
    for argument: ArgumentValue, of owner: Owner, weakly isWeak: Bool = false,
    reach: ((inout ArgumentTable) -> [ValueSlot]) -> [ValueSlot], make: (ArgumentValue) -> ValueSlot
  ) -> (slot: InstanceSlot, isNew: Bool) {
    let hash = argument.hashValue
    var (alike, new) = ([ValueSlot](), nil as ValueSlot?)
    while true {
      alike = reach { [alike] table in
        let known = table.contents[hash]
        // Others come last, so if the last one is known, the value was compared with all.
        guard let new, known?.last === alike.last else { return known ?? [] }
        // The thread sanitizer does not see the reference count of an array that leaves the lock, so none is changed.
        let all = known.map { $0 + [new] } ?? [new]
        table.contents[hash] = all
        table.count += 1
        return all
      }
      // The last one first: a comparison may release what is not being built, and so the new slot.
      let slot = alike.last { $0 === new || $0.owner == owner && $0.argument == argument }
      if let slot { return (slot, slot === new) }
      if new == nil { new = make(isWeak ? argument.weakened : argument) }
    }
  }

  /// Removes some slots. The old contents are returned, to be freed where the lock is not held.
  @inline(never)
  mutating func removeAll(where isGone: (ValueSlot) -> Bool) -> [InstanceSlot] {
    // A dictionary does not shrink by itself.
    defer { if contents.count * 8 < contents.capacity { contents = contents.filter { _ in true } } }
    return Array(contents.keys).flatMap { removeAll(withHash: $0, where: isGone) }
  }

  /// Removes some slots of values with the same hash. The old contents are returned, to be freed where the lock is not
  /// held.
  mutating func removeAll(withHash hash: Int, where isGone: (ValueSlot) -> Bool) -> [InstanceSlot] {
    let old = contents.removeValue(forKey: hash) ?? []
    let rest = old.filter { !isGone($0) }
    if !rest.isEmpty { contents[hash] = rest }
    count -= old.count - rest.count
    return old
  }
}

// MARK: - Idle slots

extension ArgumentTable {
  /// Removes the values whose product is deallocated, from time to time, so that a weak scope does not collect them.
  ///
  /// - Returns: The objects that this has touched. They must not be freed while a lock is held.
  mutating func sweep() -> [AnyObject] {
    guard count >= sweepAt else { return [] }
    defer { sweepAt = max(32, count * 2) }
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
    let slots = hash.map { removeAll(withHash: $0, where: isIdle) } ?? removeAll(where: isIdle)
    return slots + alive
  }
}

/// The slot of a value.
final class ValueSlot: InstanceSlot, @unchecked Sendable {
  // Never changed.
  let argument: ArgumentValue
  fileprivate let owner: ArgumentTable.Owner

  init(_ argument: ArgumentValue, of owner: ArgumentTable.Owner = nil, custom: CustomScope? = nil) {
    self.argument = argument
    self.owner = owner
    super.init(custom: custom)
  }
}

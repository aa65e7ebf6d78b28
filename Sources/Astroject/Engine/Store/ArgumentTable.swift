/// Slots by their owners and the values of arguments.
///
/// A lock of the table's owner protects it. Hashing and comparing values runs the user's code, so the table never does
/// that: it knows the hashes, and numbers the values that share one.
struct ArgumentTable<Owner: Hashable> {
  fileprivate struct Position: Hashable {
    let owner: Owner
    let hash: Int
    /// The number of values with the same hash that come before it.
    var turn = 0
  }

  fileprivate typealias Content = (argument: ArgumentValue, slot: InstanceSlot)

  private var contents: [Position: Content] = [:]
  /// The number of removals after which others have moved up.
  private var moves = 0

  var count: Int { contents.count }
  var isEmpty: Bool { contents.isEmpty }
  var slots: [InstanceSlot] { contents.values.map(\.slot) }

  /// Returns the slot of a value, created if there is none, and true if it was created.
  ///
  /// - Parameters:
  ///   - isWeak: True if no class instance is retained that is compared by identity.
  ///   - reach: Runs a closure with the table, under its lock.
  ///   - make: Creates a slot. It runs where the lock is not held.
  static func slot(
    for argument: ArgumentValue, of owner: Owner, weakly isWeak: Bool = false,
    reach: ((inout ArgumentTable) -> InstanceSlot?) -> InstanceSlot?, make: () -> InstanceSlot
  ) -> (slot: InstanceSlot, isNew: Bool) {
    var position = Position(owner: owner, hash: argument.hashValue)
    var (moves, new, isAdded) = (0, nil as Content?, false)
    while true {
      var found: ArgumentValue?
      let slot = reach { table in
        if table.moves != moves { (moves, position.turn) = (table.moves, 0) }
        if let known = table.contents[position] {
          found = known.argument
          return known.slot
        }
        guard let new else { return nil }
        table.contents[position] = new
        isAdded = true
        return new.slot
      }
      if let slot, isAdded || found == argument { return (slot, isAdded) }
      if slot == nil { new = (isWeak ? argument.weakened : argument, make()) } else { position.turn += 1 }
    }
  }

  /// Removes some slots. The old contents are returned, to be freed where the lock is not held.
  mutating func removeAll(where isGone: (ArgumentValue, InstanceSlot) -> Bool) -> Remains {
    let old = contents
    contents = [:]
    moves += 1
    for (position, content) in old where !isGone(content.argument, content.slot) {
      var position = Position(owner: position.owner, hash: position.hash)
      while contents[position] != nil { position.turn += 1 }
      contents[position] = content
    }
    return Remains(contents: old)
  }

  /// Removes some slots of an owner whose values have the same hash. They are returned, to be freed where the lock is
  /// not held.
  mutating func removeAll(of owner: Owner, withHash hash: Int, where isGone: (InstanceSlot) -> Bool) -> Remains {
    var gone: [Position: Content] = [:]
    var old = Position(owner: owner, hash: hash)
    var new = old
    while let content = contents.removeValue(forKey: old) {
      if isGone(content.slot) {
        gone[old] = content
      } else {
        contents[new] = content
        new.turn += 1
      }
      old.turn += 1
    }
    if !gone.isEmpty { moves += 1 }
    return Remains(contents: gone)
  }

  /// The former contents of a table.
  struct Remains {
    private let contents: [Position: Content]

    fileprivate init(contents: [Position: Content]) { self.contents = contents }
  }
}

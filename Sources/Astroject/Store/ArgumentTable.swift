/// Slots by their owners and the values of arguments.
///
/// The table lies behind somebody's lock. Values are hashed and compared by code of the user's, and so never by the
/// table itself: it knows their hashes, and counts those that have the same one.
struct ArgumentTable<Owner: Hashable> {
  fileprivate struct Position: Hashable {
    let owner: Owner
    let hash: Int
    /// How many others with the same hash come before it.
    var turn = 0
  }

  fileprivate typealias Content = (argument: ArgumentValue, slot: InstanceSlot)

  private var contents: [Position: Content] = [:]
  /// How often slots were taken out, and others have moved up.
  private var moves = 0

  var count: Int { contents.count }
  var isEmpty: Bool { contents.isEmpty }
  var slots: [InstanceSlot] { contents.values.map(\.slot) }

  /// The slot of a value, made if there is none, and whether that was so.
  ///
  /// `reach` runs something with the table, under its lock; `make` is run where the lock is free. With `weakly` no
  /// class instance is held that is compared by identity.
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

  /// Takes out some slots. What was there is returned, to be freed where the lock is free.
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

  /// Takes out some of the slots of an owner whose values have the same hash. What was there is returned, to be freed
  /// where the lock is free.
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

  /// What was in a table.
  struct Remains {
    private let contents: [Position: Content]

    fileprivate init(contents: [Position: Content]) { self.contents = contents }
  }
}

/// Slots by their owners and the values of arguments.
///
/// The table lies behind somebody's lock. Values are hashed and compared by code of the user's, and so never by the table
/// itself: it knows their hashes, and counts those that have the same one.
struct ArgumentTable<Owner: Hashable> {
  fileprivate struct Place: Hashable {
    let owner: Owner
    let hash: Int
    /// How many others with the same hash come before it.
    var turn = 0
  }

  fileprivate typealias Content = (argument: ArgumentValue, slot: Slot)

  private var contents: [Place: Content] = [:]
  /// How often slots were taken out, and others have moved up.
  private var moves = 0

  var count: Int { contents.count }
  var isEmpty: Bool { contents.isEmpty }
  var slots: [Slot] { contents.values.map(\.slot) }

  /// The slot of a value, made if there is none, and whether that was so.
  ///
  /// `reach` runs something with the table, under its lock; `make` is run where the lock is free. With `weakly` no class
  /// instance is held that is compared by identity.
  static func slot(
    for argument: ArgumentValue, of owner: Owner, weakly isWeak: Bool = false,
    reach: ((inout ArgumentTable) -> Slot?) -> Slot?, make: () -> Slot
  ) -> (slot: Slot, isNew: Bool) {
    var place = Place(owner: owner, hash: argument.hashValue)
    var (moves, new, isAdded) = (0, nil as Content?, false)
    while true {
      var found: ArgumentValue?
      let slot = reach { table in
        if table.moves != moves { (moves, place.turn) = (table.moves, 0) }
        if let known = table.contents[place] {
          found = known.argument
          return known.slot
        }
        guard let new else { return nil }
        table.contents[place] = new
        isAdded = true
        return new.slot
      }
      if let slot, isAdded || found == argument { return (slot, isAdded) }
      if slot == nil { new = (isWeak ? argument.weakened : argument, make()) } else { place.turn += 1 }
    }
  }

  /// Takes out some slots. What was there is returned, to be freed where the lock is free.
  mutating func removeAll(where isGone: (ArgumentValue, Slot) -> Bool) -> Remains {
    let old = contents
    contents = [:]
    moves += 1
    for (place, content) in old where !isGone(content.argument, content.slot) {
      var place = Place(owner: place.owner, hash: place.hash)
      while contents[place] != nil { place.turn += 1 }
      contents[place] = content
    }
    return Remains(contents: old)
  }

  /// Takes out some of the slots of an owner whose values have the same hash. What was there is returned, to be freed where
  /// the lock is free.
  mutating func removeAll(of owner: Owner, withHash hash: Int, where isGone: (Slot) -> Bool) -> Remains {
    var gone: [Place: Content] = [:]
    var old = Place(owner: owner, hash: hash)
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
    private let contents: [Place: Content]

    fileprivate init(contents: [Place: Content]) { self.contents = contents }
  }
}

/// The registrations of one container, or of a transaction that registers, found by their keys.
///
/// Reading takes no lock; see ``ReadHold``. An entry that holds nothing any more is taken out.
@usableFromInline
package class Store: @unchecked Sendable {
  private struct Contents {
    var entries: [Entry] = []
    /// The current one; nil while there is no entry.
    var table: Table?
    /// How many of its places are taken, or were.
    var used = 0
    /// How often an entry was put in.
    var insertions: UInt = 0
    /// The registrations of `contribute`, which no key finds.
    var contributions: [Entry] = []
    /// For each type the places of what is, or has been, registered for it under a name or key.
    var labelled: [ObjectIdentifier: [Entry]] = [:]
    var pauses = 0
    /// Whether there are entries that mask those of an outer store.
    var masks = false
    var masksContributions = false
  }

  /// Where readers without a lock look: the current table, or none while every resolve has to be seen.
  @usableFromInline final let visible: AtomicWord
  private final let current: AtomicWord
  private final let contents: Lock<Contents>
  /// What has been put in at some time: see ``Past``.
  private final let past = AtomicWord(0)
  /// How often an entry was put in, written after the last one was.
  private final let insertions = AtomicWord(0)

  /// Whether a protected registration may be, or have been, among those that are found by their keys.
  final var mayProtect: Bool { past.load() & Past.protected != 0 }
  /// Whether there may be something in it, or has been: most children of a server's get no registrations.
  final var mayHoldSomething: Bool { past.load() & Past.some != 0 }

  /// The bits of `past`, each set before what it tells of is put in.
  private enum Past {
    static var some: UInt { 1 }
    static var protected: UInt { 2 }
    /// One of the others for each type that has a name or key; several types may share one.
    static func labelled(_ type: ObjectIdentifier) -> UInt {
      let first: UInt = 2
      return 1 << (first + Table.home(of: Table.hash(of: UInt(bitPattern: type))) % (UInt(UInt.bitWidth) - first))
    }
  }

  private final func note(_ bits: UInt) { if past.load() & bits != bits { past.update { $0 | bits } } }

  init() {
    contents = Lock(Contents())
    current = AtomicWord(Table.empty.address)
    visible = AtomicWord(Table.empty.address)
  }

  deinit { contents.withLock { $0.table?.deallocate() } }

  // MARK: Finding

  /// What is in the place of a key.
  final func entry(for key: Key) -> Entry? { entry(for: key, word: key.word) }

  final func entry(for key: Key, word: UInt) -> Entry? {
    // As in most children.
    guard mayHoldSomething else { return nil }
    return ReadHold.during { _ in Table(address: current.load())?.entry(for: key, word: word) }
  }

  /// Every entry, in order of first registration, and the contributions.
  final var all: [Entry] {
    contents.withLock { $0.contributions.isEmpty ? $0.entries : $0.entries + $0.contributions }
  }
  final var contributions: [Entry] { contents.withLock { $0.contributions } }

  /// The entries of a type, whatever their name, key or arguments, or all with nil; in order of first registration.
  final func entries(of type: Any.Type?) -> [Entry] {
    contents.withLock { contents in
      type.map { type in contents.entries.filter { $0.key.product == type } } ?? contents.entries
    }
  }

  /// What readers without a lock may take for a type; nothing while every resolve has to be seen.
  @inlinable
  @inline(__always)
  final func planCache(forType word: UInt, _ hold: ReadHold) -> PlanCache {
    let entry = Table(address: visible.load())?.quickEntry(forType: word)
    return entry?._withUnsafeGuaranteedRef { $0.planCache(hold) } ?? .none
  }

  /// The same for a type and a name.
  @usableFromInline
  final func planCache(of product: Any.Type, named name: String, _ hold: ReadHold) -> PlanCache {
    let entry = Table(address: visible.load())?.entry(for: product, named: name)
    return entry?._withUnsafeGuaranteedRef { $0.planCache(hold) } ?? .none
  }

  /// How many places its table has.
  final var capacity: Int { contents.withLock { $0.table ?? Table.empty }.capacity }

  // MARK: Pausing publication

  /// Has readers without a lock find nothing, until `resumePublication` was called as often.
  final func pausePublication() {
    contents.withLock { contents in
      contents.pauses += 1
      visible.store(0)
    }
  }

  final func resumePublication() {
    contents.withLock { contents in
      contents.pauses -= 1
      if contents.pauses == 0 { visible.store(current.load()) }
    }
  }

  // MARK: Registering

  /// What became of a registration that was to be put under its key.
  enum Installation {
    case added
    case replaced(Removal)
    /// It was not put there.
    case refused
  }

  /// Puts a registration under its key, with what is kept of it, as `Entry.install` does.
  final func install(
    _ blueprint: Blueprint, keeping slots: InstanceStorage? = nil, under key: Key, word: UInt, ifAbsent: Bool
  ) -> Installation {
    if !blueprint.isOverridable { note(Past.protected) }
    while true {
      let (entry, isNew) = entry(for: key, word: word, orWith: blueprint, keeping: slots)
      if isNew { return .added }
      switch entry.install(blueprint, keeping: slots, ifAbsent: ifAbsent) {
      case .done(let removal): return .replaced(removal)
      case .refused: return .refused
      case .closed: waitForTakingOut()
      }
    }
  }

  /// Adds a forwarding.
  final func forward(_ blueprint: Blueprint) { _ = change(blueprint.key) { $0.forward(blueprint) } }

  /// Changes the entry of a key, made if there is none. A change that gives false has met a closed entry, and is made
  /// again with the next one.
  private final func change(_ key: Key, _ change: (Entry) -> Bool) -> Entry {
    while true {
      let entry = entry(for: key, word: key.word, orWith: nil).entry
      if change(entry) { return entry }
      waitForTakingOut()
    }
  }

  /// Waits until another thread has taken out the entry that it has closed.
  private final func waitForTakingOut() { contents.withLock { _ in } }

  /// The entry of a key, made with a registration if there is none, and whether that was so.
  private final func entry(
    for key: Key, word: UInt, orWith own: Blueprint?, keeping slots: InstanceStorage? = nil
  ) -> (entry: Entry, isNew: Bool) {
    while true {
      // Labels are compared by code of the user's, and so where no lock is held; whatever comes in meanwhile, too.
      let isType = Key.isType(word)
      let count = insertions.load()
      if !isType, let known = entry(for: key, word: word) { return (known, false) }
      var outgrown: OutgrownTable?
      let result = contents.withLock { contents -> (Entry, Bool)? in
        if isType, let known = contents.table?.entry(forType: word) { return (known.takeUnretainedValue(), false) }
        guard isType || contents.insertions == count else { return nil }
        let new = Entry.make(for: key, word: word, own: own, keeping: slots)
        outgrown = insert(new, into: &contents)
        return (new, true)
      }
      Retired.add(outgrown)
      if let result { return result }
    }
  }

  /// Puts in an entry whose key has none. The table that is out of use then is returned, to be retired.
  private final func insert(_ new: Entry, into contents: inout Contents) -> OutgrownTable? {
    contents.insertions += 1
    defer { insertions.store(contents.insertions) }
    note(Past.some)
    if let type = new.labelledType {
      note(Past.labelled(type))
      contents.labelled[type, default: []].append(new)
    }
    if contents.entries.isEmpty { contents.entries.reserveCapacity(4) }
    contents.entries.append(new)
    if let table = contents.table, (contents.used + 1) * 2 <= table.capacity {
      table.insert(new)
      contents.used += 1
      return nil
    }
    return replaceTable(&contents)
  }

  /// Has another table in the place of the one that is full, or too large; it is returned, to be retired.
  private final func replaceTable(_ contents: inout Contents) -> OutgrownTable? {
    let old = contents.table
    if contents.entries.isEmpty {
      contents.table = nil
    } else {
      var capacity = 8
      while contents.entries.count * 2 > capacity { capacity *= 2 }
      let new = Table(capacity: capacity)
      for entry in contents.entries { new.insert(entry) }
      contents.table = new
    }
    contents.used = contents.entries.count
    let address = (contents.table ?? Table.empty).address
    current.store(address)
    if contents.pauses == 0 { visible.store(address) }
    return old.map(OutgrownTable.init)
  }

  /// Whether what is under a key is protected; nil if nothing here decides on that.
  final func isProtected(_ key: Key, word: UInt) -> Bool? {
    guard let entry = entry(for: key, word: word) else { return nil }
    if let own = entry.own { return !own.isOverridable }
    return entry.masksOuter ? false : nil
  }

  final func contribute(_ entry: Entry) {
    note(Past.some)
    contents.withLock { $0.contributions.append(entry) }
  }

  // MARK: Names and keys

  /// Marks of types, to be asked for together: those of several are put together by `|`.
  package static func labelMarks(of type: Any.Type) -> UInt { Past.labelled(ObjectIdentifier(type)) }

  /// Returns false if no type with one of these marks is, or has been, registered under a name or key.
  final func mayHaveLabels(_ marks: UInt) -> Bool { past.load() & marks != 0 }

  /// Returns true if something is registered for a type under a name or key, and takes no arguments.
  final func hasLabels(of type: Any.Type) -> Bool {
    guard mayHaveLabels(Store.labelMarks(of: type)) else { return false }
    let entries = contents.withLock { $0.labelled[ObjectIdentifier(type)] } ?? []
    return entries.contains { $0.front != nil }
  }

  /// Has every type count as one that may have names and keys.
  final func noteLabelsOfAll() { note(~(Past.some | Past.protected)) }

  // MARK: Taking out

  /// Takes out the registrations under some keys.
  final func remove(_ matches: (Key) -> Bool) -> Removal {
    var removal = Removal()
    var emptied: [Entry] = []
    for entry in contents.withLock({ $0.entries }) where matches(entry.key) {
      removal += entry.removeAll()
      emptied.append(entry)
    }
    removal.outOfView += takeOut(emptied)
    return removal
  }

  final func removeContributions() -> Removal {
    let taken = contents.withLock { contents in
      defer { contents.contributions = [] }
      return contents.contributions
    }
    var removal = Removal()
    for entry in taken { removal += entry.removeAll() }
    return removal
  }

  /// Takes out what forwards to registrations that are gone.
  final func removeForwardings(to targets: [Blueprint]) -> Removal {
    guard targets.contains(where: \.flags.hasForwardings) else { return Removal() }
    var removal = Removal()
    var emptied: [Entry] = []
    for entry in contents.withLock({ $0.entries }) {
      let removed = entry.removeForwardings(to: targets)
      guard !removed.blueprints.isEmpty else { continue }
      removal += removed
      emptied.append(entry)
    }
    removal.outOfView += takeOut(emptied)
    return removal
  }

  /// Takes out those of some entries that hold nothing any more. What is to be retired is returned.
  final func takeOut(_ candidates: [Entry]) -> [AnyObject] {
    if candidates.isEmpty { return [] }
    return contents.withLock { contents in
      let closed = candidates.filter { $0.close() }
      guard !closed.isEmpty else { return [] }
      let gone = Set(closed.map(ObjectIdentifier.init))
      contents.entries = contents.entries.filter { !gone.contains(ObjectIdentifier($0)) }
      for type in Set(closed.compactMap(\.labelledType)) {
        let rest = contents.labelled[type, default: []].filter { !gone.contains(ObjectIdentifier($0)) }
        contents.labelled[type] = rest.isEmpty ? nil : rest
      }
      for entry in closed { contents.table?.remove(entry) }
      // What is left of the places is used again when the table is replaced.
      let isTooLarge = contents.table.map { contents.entries.count * 8 < $0.capacity } ?? false
      guard contents.entries.isEmpty || isTooLarge && contents.table?.capacity ?? 0 > 8 else { return closed }
      return closed + [replaceTable(&contents)].compactMap(\.self)
    }
  }

  /// Takes away what is kept, while the registrations stay.
  final func takeSlots() -> [InstanceStorage] { all.compactMap { $0.takeSlots() } }

  /// Lets go of what is kept, while the registrations stay, and of what is being built when that is done.
  final func vacate() -> ReleaseBatch {
    var batch = ReleaseBatch()
    guard mayHoldSomething else { return batch }
    for entry in all { entry.vacate(&batch) }
    return batch
  }

  // MARK: Transactions

  /// Has the registrations of an outer store no longer count: those under some keys, and the contributions if they are
  /// to go, too.
  final func mask(_ outer: Store, _ matches: (Key) -> Bool, contributions: Bool) {
    contents.withLock { $0.masks = true }
    for entry in outer.contents.withLock({ $0.entries }) where matches(entry.key) {
      _ = change(entry.key) { $0.mask() }
    }
    if contributions { contents.withLock { $0.masksContributions = true } }
  }

  final var masksContributions: Bool { contents.withLock { $0.masksContributions } }

  /// Takes over all that a later store holds, as it is, if there has been nothing here; false otherwise. The later
  /// store is the caller's alone.
  final func adoptWhole(_ later: Store) -> Bool {
    note(later.past.load())
    let isDone = contents.withLock { contents in
      guard contents.table == nil, contents.contributions.isEmpty else { return false }
      later.contents.withLock { other in
        swap(&contents.entries, &other.entries)
        swap(&contents.contributions, &other.contributions)
        swap(&contents.labelled, &other.labelled)
        swap(&contents.table, &other.table)
        swap(&contents.used, &other.used)
        later.current.store(Table.empty.address)
        later.visible.store(Table.empty.address)
      }
      guard let table = contents.table else { return true }
      current.store(table.address)
      if contents.pauses == 0 { visible.store(table.address) }
      contents.insertions += 1
      insertions.store(contents.insertions)
      return true
    }
    if isDone, later.contents.withLock({ $0.masks }) {
      // There is nothing here any more that it could mask.
      let all = contents.withLock { $0.entries }
      for entry in all { entry.unmask() }
      Retired.add(takeOut(all))
    }
    return isDone
  }

  /// The entries of a later store, each with the one here of the same key, made if there is none, which stays until it
  /// has adopted the other.
  final func counterparts(of later: Store) -> [(own: Entry, later: Entry)] {
    later.contents.withLock { $0.entries }.map { (change($0.key) { $0.pin() }, $0) }
  }

  /// Takes over what a later store holds, which is of no use any more: its entries, each into its counterpart. With
  /// `ifAbsent`, registrations that are outdone by one that is here are taken out instead, and before what forwards to
  /// them is taken over.
  final func adopt(
    _ counterparts: [(own: Entry, later: Entry)], of later: Store, ifAbsent: Bool, inTransaction isInTransaction: Bool
  )
    -> Removal
  {
    note(later.past.load())
    let contributions = later.contributions
    var removal = later.masksContributions ? removeContributions() : Removal()
    for (own, entry) in counterparts {
      let taken = own.adopt(entry, ifAbsent: ifAbsent, inTransaction: isInTransaction)
      if ifAbsent || mayProtect { removal += later.removeForwardings(to: taken.blueprints) }
      removal += taken
    }
    let masksContributions = isInTransaction && later.masksContributions
    contents.withLock { contents in
      contents.contributions += contributions
      if masksContributions { contents.masksContributions = true }
    }
    return removal
  }

  // MARK: The end

  /// What is held in the end, to be freed where no lock is held.
  struct Remains {
    fileprivate let entries: [Entry]
    fileprivate let contributions: [Entry]

    /// Every entry, and the contributions.
    func forEachEntry(_ body: (Entry) -> Void) {
      for entry in entries { body(entry) }
      for entry in contributions { body(entry) }
    }
  }

  /// Hands over everything; nobody reads any more.
  final func takeAll() -> Remains {
    contents.withLock { contents in
      defer {
        contents.entries = []
        contents.labelled = [:]
        contents.contributions = []
        contents.table?.deallocate()
        contents.table = nil
        contents.used = 0
        current.store(Table.empty.address)
        if contents.pauses == 0 { visible.store(Table.empty.address) }
      }
      return Remains(entries: contents.entries, contributions: contents.contributions)
    }
  }
}

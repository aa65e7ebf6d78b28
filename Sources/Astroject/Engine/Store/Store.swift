/// The registrations of one container, or of a transaction, found by their keys.
///
/// Reading takes no lock; see ``ReadHold``. An entry that is empty is removed.
@usableFromInline
package class Store: @unchecked Sendable {
  struct Contents {
    var entries: [Entry] = []
    /// The current table, with those that it outgrew; nil while there is no entry.
    var table: Table?
    /// The contributions, which no key finds.
    var contributions: [Entry] = []
    /// For each type, the entries that have, or had, a registration under a name or key.
    var labelled = Dictionary<ObjectIdentifier, [Entry]>()
    /// The decorators, in order.
    var decorators: [Blueprint] = []
  }

  /// The table for lock-free readers: the current one, or none while every resolve has to be seen.
  @usableFromInline final let visible = AtomicWord(Table.empty.address)
  final let current = AtomicWord(Table.empty.address)
  final let contents = Lock(Contents())
  /// Bits for the kinds of elements that were ever added; see ``Past``.
  final let past = AtomicWord(0)
  /// The number of pauses of publication that have not ended, changed under the lock.
  private final let pauses = AtomicWord(0)
  /// The number of insertions so far, increased under the lock after each.
  final let insertions = AtomicWord(0)
  /// The number of changes of several entries at once, by commits and removals, increased under the lock.
  final let commits = AtomicWord(0)

  /// True if a registration that a key finds may be protected, or one has been.
  final var mayProtect: Bool { past.load() & Past.protected != 0 }
  /// True if there may be something here, or has been. Most children in a server get no registrations.
  final var mayHoldSomething: Bool { past.load() & Past.some != 0 }

  /// The bits of `past`. Each is set before the first element of its kind is added.
  enum Past {
    static var some: UInt { 1 }
    static var protected: UInt { 2 }
    /// Returns the bit of a type that has a name or key. Several types may share one.
    static func labelled(_ type: ObjectIdentifier) -> UInt {
      let first: UInt = 2
      return 1 << (first + Table.home(of: Table.hash(of: UInt(bitPattern: type))) % (UInt(UInt.bitWidth) - first))
    }
  }

  final func note(_ bits: UInt) { if past.load() & bits != bits { past.update { $0 | bits } } }

  deinit { if current.load() != Table.empty.address { contents.withLock { $0.table?.deallocate() } } }

  // MARK: Finding

  /// Returns the entry of a key.
  package func entry(for key: Key) -> Entry? { ownEntry(for: key) }

  /// Returns the entry of a key in the table of this store.
  final func ownEntry(for key: Key) -> Entry? {
    // Most children end here.
    guard mayHoldSomething else { return nil }
    return ReadHold.during { _ in
      Table(address: current.load())?.entry(for: key)?.object
    }
  }

  /// The entries in order of first registration, and then the contributions.
  package final var all: [Entry] { entries(of: nil) + contributions }
  final var contributions: [Entry] { contents.withLock { $0.contributions } }

  /// Returns the entry of a registration. A contribution has an entry of its own because no key leads to it.
  final func entry(of blueprint: Blueprint) -> Entry? {
    blueprint.isContribution ? contributions.last { $0.holds(blueprint) } : entry(for: blueprint.key)
  }

  /// Returns the entries of a type with any label and arguments, or all for nil, in order of first registration.
  ///
  /// - Parameter labelHash: The hash of the label, if there is one that counts.
  package func entries(of type: Any.Type?, labelHash: Int? = nil) -> [Entry] {
    contents.withLock { contents in
      type.map { type in contents.entries.filter { $0.isOf(type, labelHash: labelHash) } } ?? contents.entries
    }
  }

  /// Returns the entries of a service with any arguments, or all for nil, in order of first registration.
  final func entries(ofService service: Key?) -> [Entry] {
    guard let service else { return entries(of: nil) }
    // Labels are compared where no lock is held, because that is the user's code.
    return entries(of: service.product, labelHash: service.label?.hash ?? 0)
      .filter { service.isSameService(as: $0.key) }
  }

  /// Returns the entry of a type; nil while every resolve has to be seen.
  @inlinable
  @inline(__always)
  final func visibleEntry(forType word: UInt) -> Borrowed<Entry>? {
    Table(address: visible.load())?.quickEntry(forType: word)
  }

  /// Returns the entry of a type and a name; nil while every resolve has to be seen.
  @usableFromInline
  final func visibleEntry(of product: Any.Type, named name: String) -> Borrowed<Entry>? {
    Table(address: visible.load())?.entry(for: product, named: name)
  }

  /// Looks at several keys, and again if several entries were changed at once meanwhile.
  final func between<Result>(_ look: () -> Result) -> Result {
    while true {
      let count = commitCount
      let result = look()
      if count == commitCount { return result }
    }
  }

  /// The number of changes of several entries at once in what this store shows, with one that is under way.
  var commitCount: UInt { contents.withLock { _ in commits.load() } }

  // MARK: Pausing publication

  /// Hides everything from lock-free readers until `resumePublication` was called as often.
  ///
  /// Meanwhile each resolve takes the path on which behaviors and delegates see it.
  package final func pausePublication() {
    contents.withLock { _ in
      pauses.addLocked(1)
      visible.store(0)
    }
  }

  package final func resumePublication() {
    contents.withLock { _ in
      pauses.addLocked(0 &- 1)
      if pauses.load() == 0 { visible.store(current.load()) }
    }
  }

  // MARK: Registering

  /// The result of registering under a key.
  enum Installation {
    /// The registration was added, with what had to be removed for it, if anything had to.
    case added(replacing: Removal?)
    /// The registration was not added because another one stays, which is protected or was there before.
    case refused(by: Blueprint)
  }

  /// Registers under a key, with the storage of the registration, or adds a forwarding; see `Entry.install`.
  ///
  /// No key finds a contribution.
  final func install(_ blueprint: Blueprint, keeping storage: InstanceStorage? = nil) -> Installation {
    assert(storage == nil || storage?.blueprint === blueprint)
    let key = blueprint.key
    let isForwarding = blueprint.forwardingTarget != nil
    // Each state is made where it stays, because copies would take longer than the rest.
    let new =
      isForwarding
      ? Entry.make(for: key, Entry.State(forwardings: [blueprint]))
      : Entry.make(for: key, Entry.State(own: blueprint, storage: storage))
    if blueprint.isContribution, !isForwarding {
      note(Past.some)
      contents.withLock { $0.contributions.append(new) }
      return .added(replacing: nil)
    }
    if !blueprint.flags[.isOverridable] { note(Past.protected) }
    while true {
      // The user's code compares labels, so no lock is held then. An entry that is inserted meanwhile is compared, too.
      let count = insertions.load()
      if let known = entryToChange(for: key) {
        if let installation = known.install(blueprint, keeping: storage) { return installation }
        waitForRemoval()
        continue
      }
      let isAdded = contents.withLock { contents in
        if insertions.load() != count { return false }
        insert(new, into: &contents)
        return true
      }
      if isAdded { return .added(replacing: nil) }
    }
  }

  /// Returns the entry of a key in this store, to be changed.
  func entryToChange(for key: Key) -> Entry? { ownEntry(for: key) }

  /// Returns true for a contribution that another store has, too.
  func isShared(_ contribution: Entry) -> Bool { false }

  /// Waits until another thread has removed the entry that it has closed, or has changed several entries at once.
  final func waitForRemoval() { contents.withLock { _ in } }

  /// Inserts an entry whose key has none.
  final func insert(_ new: Entry, into contents: inout Contents) {
    defer { insertions.addLocked(1) }
    note(Past.some)
    if let type = new.labelledType {
      note(Past.labelled(type))
      contents.labelled[type, default: []].append(new)
    }
    if contents.entries.isEmpty { contents.entries.reserveCapacity(4) }
    contents.entries.append(new)
    if let table = contents.table, contents.entries.count * 2 <= table.capacity { return table.insert(new) }
    replaceTable(outgrown: contents.table, in: &contents)
  }

  /// Shows a new table of all entries, in which at most a half of the indices are in use.
  ///
  /// - Parameter outgrown: The table that was full before; nil if the caller retires the former table.
  final func replaceTable(outgrown: Table? = nil, in contents: inout Contents) {
    if contents.entries.isEmpty { return show(nil, in: &contents) }
    var capacity = 8
    while contents.entries.count * 2 > capacity { capacity *= 2 }
    let table = Table(capacity: capacity, outgrown: outgrown)
    for entry in contents.entries { table.insert(entry) }
    show(table, in: &contents)
  }

  /// Shows another table, which has all entries.
  final func show(_ table: Table?, in contents: inout Contents) {
    contents.table = table
    let address = (table ?? Table.empty).address
    current.store(address)
    if pauses.load() == 0 { visible.store(address) }
  }

  // MARK: Names and keys

  /// Returns the mark of a type, which stands for its names and keys. Those of several types are combined by `|`.
  package static func labelMarks(of type: Any.Type) -> UInt { Past.labelled(ObjectIdentifier(type)) }

  /// Returns false if no type with one of these marks was ever registered under a name or key.
  final func mayHoldLabels(_ marks: UInt) -> Bool { past.load() & marks != 0 }

  /// Returns true if something is registered for a type under a name or key, without arguments.
  func hasLabels(of type: Any.Type) -> Bool {
    guard mayHoldLabels(Store.labelMarks(of: type)) else { return false }
    let entries = contents.withLock { $0.labelled[ObjectIdentifier(type)] } ?? []
    return entries.contains { $0.front != nil }
  }

  /// Marks every type as one that may have names and keys.
  final func noteLabelsOfAll() { note(~(Past.some | Past.protected)) }
}

/// The registrations of one container, found by their keys.
///
/// Reading takes no lock. Entries, tables, and slots whose instance was published are freed with the store; see
/// ``Table``.
@usableFromInline
final class Store: @unchecked Sendable {
  private struct Contents {
    var entries: [AnyEntry] = []
    var tables: [Table]
    /// The registrations of `contribute`, which no key finds.
    var contributions: [AnyEntry] = []
    var retired: [AnySlots] = []
    /// An empty table, while the current one is hidden.
    var cover: Table?
    var hiders = 0
    var masksContributions = false
  }

  /// Where readers without a lock look: the current table, or an empty one while every resolve has to be seen.
  @usableFromInline let visible: AtomicWord
  private let current: AtomicWord
  private let contents: Lock<Contents>

  init() {
    let table = Table(capacity: 8)
    contents = Lock(Contents(tables: [table]))
    current = AtomicWord(table.address)
    visible = AtomicWord(table.address)
  }

  deinit {
    contents.withLock { contents in
      for table in contents.tables { table.deallocate() }
      contents.cover?.deallocate()
    }
  }

  // MARK: Finding

  /// What is in the place of a key.
  func entry(for key: Key) -> AnyEntry? { Table(address: current.load())?.entry(for: key, word: key.word) }

  /// What is in the place of a key, which tells the types.
  func entry<Product, Argument>(
    for key: Key, word: UInt, _ product: Product.Type, _ argument: Argument.Type
  ) -> Entry<Product, Argument>? {
    Table(address: current.load())?.entry(for: key, word: word).map {
      unsafeDowncast($0, to: Entry<Product, Argument>.self)
    }
  }

  /// Every entry, in order of first registration, and the contributions.
  var all: [AnyEntry] { contents.withLock { $0.entries + $0.contributions } }
  var contributions: [AnyEntry] { contents.withLock { $0.contributions } }

  /// The entries of a type, whatever their name or key, that take no arguments; in order of first registration.
  func entries<Product>(of type: Product.Type) -> [Entry<Product, Void>] {
    contents.withLock { contents in
      contents.entries.filter { $0.key.product == type && !$0.key.takesArguments }
    }.map { unsafeDowncast($0, to: Entry<Product, Void>.self) }
  }

  // MARK: Hiding

  /// Has readers without a lock find nothing, until `show` was called as often.
  func hide() {
    contents.withLock { contents in
      contents.hiders += 1
      let cover = contents.cover ?? Table(capacity: 1)
      contents.cover = cover
      visible.store(cover.address)
    }
  }

  func show() {
    contents.withLock { contents in
      contents.hiders -= 1
      if contents.hiders == 0 { visible.store(current.load()) }
    }
  }

  // MARK: Registering

  /// The entry of a key, made if there is none.
  func makeEntry<Product, Argument>(
    for key: Key, _ product: Product.Type, _ argument: Argument.Type
  ) -> Entry<Product, Argument> {
    let entry = makeEntry(for: key) { Entry<Product, Argument>(key: key) }
    return unsafeDowncast(entry, to: Entry<Product, Argument>.self)
  }

  private func makeEntry(for key: Key, make: () -> AnyEntry) -> AnyEntry {
    contents.withLock { contents in
      if let known = entry(for: key) { return known }
      let new = make()
      contents.entries.append(new)
      let table = Table(address: current.load())
      if let table, contents.entries.count * 3 < table.capacity * 2 {
        table.insert(new)
      } else {
        let larger = Table(capacity: (table?.capacity ?? 4) * 2)
        for entry in contents.entries { larger.insert(entry) }
        contents.tables.append(larger)
        current.store(larger.address)
        if contents.hiders == 0 { visible.store(larger.address) }
      }
      return new
    }
  }

  func contribute(_ entry: AnyEntry) { contents.withLock { $0.contributions.append(entry) } }

  // MARK: Taking out

  /// Takes out the registrations under some keys.
  func remove(_ matches: (Key) -> Bool) -> Removal {
    var removal = Removal()
    for entry in contents.withLock({ $0.entries }) where matches(entry.key) {
      removal += entry.removeAll()
    }
    return removal
  }

  func removeContributions() -> Removal {
    let taken = contents.withLock { contents in
      defer { contents.contributions = [] }
      return contents.contributions
    }
    var removal = Removal()
    for entry in taken { removal += entry.removeAll() }
    return removal
  }

  /// Takes out what forwards to registrations that are gone.
  func removeForwardings(to targets: [AnyBlueprint]) -> Removal {
    guard targets.contains(where: \.traits.hasForwardings) else { return Removal() }
    var removal = Removal()
    for entry in contents.withLock({ $0.entries }) { removal += entry.removeForwardings(to: targets) }
    return removal
  }

  /// Keeps slots in memory that a reader without a lock may be looking at.
  func retire(_ slots: [AnySlots]) {
    let published = slots.filter(\.isPublished)
    if !published.isEmpty { contents.withLock { $0.retired += published } }
  }

  // MARK: Transactions

  /// Has the registrations of an outer store no longer count: those under some keys, and the contributions if they are
  /// to go, too.
  func mask(_ outer: Store, _ matches: (Key) -> Bool, contributions: Bool) {
    for entry in outer.contents.withLock({ $0.entries }) where matches(entry.key) {
      makeEntry(for: entry.key) { entry.makeEmpty() }.mask()
    }
    if contributions { contents.withLock { $0.masksContributions = true } }
  }

  var masksContributions: Bool { contents.withLock { $0.masksContributions } }

  /// Takes over what a later store holds, which is of no use any more.
  func adopt(_ later: Store) -> Removal {
    let (entries, contributions, retired) = later.contents.withLock { ($0.entries, $0.contributions, $0.retired) }
    var removal = later.masksContributions ? removeContributions() : Removal()
    for entry in entries {
      removal += makeEntry(for: entry.key) { entry.makeEmpty() }.adopt(entry)
    }
    contents.withLock { contents in
      contents.contributions += contributions
      contents.retired += retired
    }
    return removal
  }

  // MARK: The end

  /// Frees everything; nobody reads any more.
  func empty() {
    let old = contents.withLock { contents in
      defer {
        contents.entries = []
        contents.contributions = []
        contents.retired = []
        for table in contents.tables { table.clear() }
      }
      return (contents.entries, contents.contributions, contents.retired)
    }
    // What was held is freed here, where no lock is held.
    withExtendedLifetime(old) {}
  }
}

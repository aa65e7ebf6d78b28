/// An open-addressed table of entries, which is read without a lock. Entries are only inserted: when one is removed,
/// the store replaces the table.
///
/// The words are addresses of entries, or zero. The word before the first one is the mask of the capacity, and the one
/// before that the address of the table that was full before. The lowest bits of an entry's address, which would be
/// zero, hold a part of the key's hash, so that most other entries on the way are not looked at. Writers hold the lock
/// of the store that owns the table, and readers have a ``ReadHold``.
@frozen @usableFromInline
struct Table: @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<AtomicWord>

  /// The table of stores without entries. Nothing is inserted into it.
  static let empty = Table(capacity: 1)

  /// Creates a table for a number of entries that is a power of two.
  ///
  /// - Parameter outgrown: The table that was full before. It stays until this one is deallocated, because threads may
  ///   be reading it. All that were outgrown together are smaller than this one.
  init(capacity: Int, outgrown: Table? = nil) {
    words = .allocate(capacity: capacity + 2) + 2
    (words - 2).initialize(to: AtomicWord(outgrown?.address ?? 0))
    (words - 1).initialize(to: AtomicWord(UInt(capacity - 1)))
    for index in 0..<capacity { (words + index).initialize(to: AtomicWord(0)) }
  }

  /// Creates the table at an address that `address` gave; nil for zero.
  @inlinable
  init?(address: UInt) {
    guard let words = UnsafeMutablePointer<AtomicWord>(bitPattern: address) else { return nil }
    self.words = words
  }

  var address: UInt { UInt(bitPattern: words) }
  /// The largest index.
  @inlinable var mask: UInt { (words - 1).pointee.load() }
  var capacity: Int { Int(mask) + 1 }

  /// Frees the table, and those that were full before. No thread may be reading them any more.
  func deallocate() {
    let all = words - 2
    Table(address: all.pointee.load())?.deallocate()
    all.deinitialize(count: capacity + 2)
    all.deallocate()
  }

  /// Returns the entry of a key that is only a type, whose word no other key has.
  @usableFromInline
  func entry(forType word: UInt) -> Borrowed<Entry>? { entry(with: word) { _ in true } }

  /// Returns the entry of a key that is only a type, mostly by inlined code.
  @inlinable
  @inline(__always)
  func quickEntry(forType word: UInt) -> Borrowed<Entry>? {
    // Most entries lie at the index where the search begins.
    let hash = Table.hash(of: word)
    let slot = words[Int(bitPattern: Table.home(of: hash) & mask)].load()
    if let entry = Table.entry(in: slot, hash), entry.with({ $0.word == word }) { return entry }
    return slot == 0 ? nil : entry(forType: word)
  }

  /// Returns the entry of any key.
  func entry(for key: Key) -> Borrowed<Entry>? { entry(with: key.word) { $0.isPlace(of: key) } }

  /// Returns the entry of a type and a name without creating a key.
  func entry(for product: Any.Type, named name: String) -> Borrowed<Entry>? {
    let word = Key.word(of: product, arguments: Void.self, labelHash: Label.hash(of: name))
    return entry(with: word) { $0.isPlace(of: product, named: name) }
  }

  /// Returns the entry that has a word and passes a test.
  @inline(__always)
  private func entry(with word: UInt, where isIt: (Entry) -> Bool) -> Borrowed<Entry>? {
    let (hash, mask) = (Table.hash(of: word), mask)
    var index = Table.home(of: hash) & mask
    while true {
      let slot = words[Int(bitPattern: index)].load()
      if slot == 0 { return nil }
      if let entry = Table.entry(in: slot, hash), entry.with({ $0.word == word && isIt($0) }) {
        return entry
      }
      index = (index &+ 1) & mask
    }
  }

  /// Inserts an entry that is not in the table. At most a half of the indices may be in use then.
  func insert(_ entry: Entry) {
    let hash = Table.hash(of: entry.word)
    var index = Table.home(of: hash) & mask
    while words[Int(bitPattern: index)].load() != 0 { index = (index &+ 1) & mask }
    words[Int(bitPattern: index)].store(Borrowed(entry).word | Table.mark(of: hash))
  }

  // MARK: Hashes

  /// Returns the hash of a word. The multiplication spreads addresses, which differ little, over the word's upper half.
  @inlinable
  static func hash(of word: UInt) -> UInt { word &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64) }

  /// Returns the index at which a search begins, before it is masked.
  @inlinable
  static func home(of hash: UInt) -> UInt { hash >> UInt(UInt.bitWidth / 2) }

  /// The lowest bits of an entry's address, which hold a mark. The address of any object is divisible by eight.
  @inlinable static var marks: UInt { 7 }

  /// Returns the mark of a hash, its highest bits.
  @inlinable
  static func mark(of hash: UInt) -> UInt { hash >> UInt(marks.leadingZeroBitCount) }

  /// Returns the entry at an index, if its mark is that of the hash.
  @inlinable
  @inline(__always)
  static func entry(in slot: UInt, _ hash: UInt) -> Borrowed<Entry>? {
    let address = slot ^ mark(of: hash)
    return address & marks == 0 ? Borrowed(word: address) : nil
  }
}

/// A table that is no longer used. It is deallocated with this object.
final class RetiredTable: Sendable {
  private let table: Table

  init(_ table: Table) { self.table = table }

  deinit { table.deallocate() }
}

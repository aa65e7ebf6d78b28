/// An open-addressed table of entries, read without a lock.
///
/// The words are addresses of entries, or zero; the one before the first is the mask of the capacity. The lowest bits
/// of an address, which would be zero, are a part of the key's hash, so that most other entries on the way are not
/// looked at. Writers hold the lock of the store that owns the table; readers have a ``ReadHold``.
@usableFromInline
struct Table: @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<AtomicWord>

  /// The table of stores that have no entry; nothing is put into it.
  static let empty = Table(capacity: 1)

  /// What stands where an entry was: the place of no key, so that readers look on.
  private static let removed = Entry.make(for: Key(Never.self, label: nil, arguments: Never.self))

  /// A table for a power of two of entries.
  init(capacity: Int) {
    words = .allocate(capacity: capacity + 1) + 1
    (words - 1).initialize(to: AtomicWord(UInt(capacity - 1)))
    for index in 0..<capacity { (words + index).initialize(to: AtomicWord(0)) }
  }

  /// The table at an address that `address` gave.
  @inlinable
  init?(address: UInt) {
    guard let words = UnsafeMutablePointer<AtomicWord>(bitPattern: address) else { return nil }
    self.words = words
  }

  var address: UInt { UInt(bitPattern: words) }
  /// The largest place.
  @inlinable var mask: UInt { (words - 1).pointee.load() }
  var capacity: Int { Int(mask) + 1 }

  func deallocate() {
    let all = words - 1
    all.deinitialize(count: capacity + 1)
    all.deallocate()
  }

  /// The entry of a key that is a type alone, whose word no other key has.
  @usableFromInline
  func entry(forType word: UInt) -> Unmanaged<Entry>? {
    let (hash, mask) = (Table.hash(of: word), mask)
    var index = Table.home(of: hash) & mask
    while true {
      let slot = words[Int(bitPattern: index)].load()
      if slot == 0 { return nil }
      if let entry = Table.entry(in: slot, hash), entry._withUnsafeGuaranteedRef({ $0.word == word }) { return entry }
      index = (index &+ 1) & mask
    }
  }

  /// The same, inlined for the most part.
  @inlinable
  @inline(__always)
  func quickEntry(forType word: UInt) -> Unmanaged<Entry>? {
    // Most lie where they are looked for first.
    let hash = Table.hash(of: word)
    let slot = words[Int(bitPattern: Table.home(of: hash) & mask)].load()
    if let entry = Table.entry(in: slot, hash), entry._withUnsafeGuaranteedRef({ $0.word == word }) { return entry }
    return slot == 0 ? nil : entry(forType: word)
  }

  /// The entry of any key.
  func entry(for key: Key, word: UInt) -> Entry? {
    entry(with: word) { $0.isPlace(of: key) }?.takeUnretainedValue()
  }

  /// The entry of a type and a name, found without making a key of them.
  func entry(for product: Any.Type, named name: String) -> Unmanaged<Entry>? {
    let word = Key.word(of: product, arguments: Void.self, labelHash: Label.hash(of: name))
    return entry(with: word) { $0.isPlace(of: product, named: name) }
  }

  /// The entry with a word that passes a test.
  private func entry(with word: UInt, where isIt: (Entry) -> Bool) -> Unmanaged<Entry>? {
    let (hash, mask) = (Table.hash(of: word), mask)
    var index = Table.home(of: hash) & mask
    while true {
      let slot = words[Int(bitPattern: index)].load()
      if slot == 0 { return nil }
      if let entry = Table.entry(in: slot, hash), entry._withUnsafeGuaranteedRef({ $0.word == word && isIt($0) }) {
        return entry
      }
      index = (index &+ 1) & mask
    }
  }

  /// Puts in an entry that is not in it, where there is room.
  func insert(_ entry: Entry) {
    let hash = Table.hash(of: entry.word)
    insert(UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()) | Table.mark(of: hash), hash)
  }

  private func insert(_ slot: UInt, _ hash: UInt) {
    let mask = mask
    var index = Table.home(of: hash) & mask
    while words[Int(bitPattern: index)].load() != 0 { index = (index &+ 1) & mask }
    words[Int(bitPattern: index)].store(slot)
  }

  /// Takes out an entry that is in it. Its place stays in use, so that what lies behind it is found.
  func remove(_ entry: Entry) {
    let hash = Table.hash(of: entry.word)
    let slot = UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()) | Table.mark(of: hash)
    var index = Table.home(of: hash) & mask
    while words[Int(bitPattern: index)].load() != slot {
      if words[Int(bitPattern: index)].load() == 0 { return assertionFailure("the entry is not in the table") }
      index = (index &+ 1) & mask
    }
    words[Int(bitPattern: index)].store(UInt(bitPattern: Unmanaged.passUnretained(Table.removed).toOpaque()))
  }

  // MARK: Hashes

  /// A multiplication spreads addresses, which differ little, over the upper half of the word.
  @inlinable
  static func hash(of word: UInt) -> UInt { word &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64) }

  /// Where to look first.
  @inlinable
  static func home(of hash: UInt) -> UInt { hash >> UInt(UInt.bitWidth / 2) }

  /// The lowest bits of an entry's address, where a mark stands; eight divides the address of any object.
  @inlinable static var marks: UInt { 7 }

  /// What stands there: the highest bits of the hash.
  @inlinable
  static func mark(of hash: UInt) -> UInt { hash >> UInt(marks.leadingZeroBitCount) }

  /// The entry in a slot, if it may be that of a hash.
  @inlinable
  @inline(__always)
  static func entry(in slot: UInt, _ hash: UInt) -> Unmanaged<Entry>? {
    let address = slot ^ mark(of: hash)
    guard address & marks == 0, let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged.fromOpaque(pointer)
  }
}

/// A table that is out of use, and is freed with this.
final class OutgrownTable: Sendable {
  private let table: Table

  init(_ table: Table) { self.table = table }

  deinit { table.deallocate() }
}

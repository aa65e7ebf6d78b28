/// An open-addressed table of entries, read without a lock.
///
/// The words are addresses of entries, or zero; the one before the first is the mask of the capacity. Writers hold the
/// lock of the store that owns the table. An entry stays in its table and in memory until the store goes, and so does a
/// table that became too small, so that a reader may always follow what it has read.
@usableFromInline
struct Table: @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<AtomicWord>

  /// The table of stores that have no entry; nothing is put into it.
  static let empty = Table(capacity: 1)

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
  @inline(__always)
  func entry(forType word: UInt) -> Unmanaged<Entry>? { entry(forType: word, mask: mask) }

  /// The same for one who knows the mask.
  ///
  /// - Parameter mask: The table's own, or that of a smaller one: then it may look in vain.
  @inlinable
  @inline(__always)
  func entry(forType word: UInt, mask: UInt) -> Unmanaged<Entry>? {
    var index = Table.home(of: word) & mask
    while let pointer = UnsafeRawPointer(bitPattern: words[Int(bitPattern: index)].load()) {
      let entry = Unmanaged<Entry>.fromOpaque(pointer)
      if entry._withUnsafeGuaranteedRef({ $0.word == word }) { return entry }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// The entry of any key.
  func entry(for key: Key, word: UInt) -> Entry? {
    let mask = mask
    var index = Table.home(of: word) & mask
    while let pointer = UnsafeRawPointer(bitPattern: words[Int(bitPattern: index)].load()) {
      let entry = Unmanaged<Entry>.fromOpaque(pointer)
      let isIt = entry._withUnsafeGuaranteedRef { $0.word == word && $0.isPlace(of: key) }
      if isIt { return entry.takeUnretainedValue() }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// The entry of a type and a name, found without making a key of them.
  func entry(for product: Any.Type, named name: String) -> Unmanaged<Entry>? {
    let word = Key.word(of: product, arguments: Void.self, labelHash: Label.hash(of: name))
    let mask = mask
    var index = Table.home(of: word) & mask
    while let pointer = UnsafeRawPointer(bitPattern: words[Int(bitPattern: index)].load()) {
      let entry = Unmanaged<Entry>.fromOpaque(pointer)
      let isIt = entry._withUnsafeGuaranteedRef { $0.word == word && $0.isPlace(of: product, named: name) }
      if isIt { return entry }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// Puts in an entry that is not in it, where there is room.
  func insert(_ entry: Entry) { insert(Unmanaged.passUnretained(entry)) }

  private func insert(_ entry: Unmanaged<Entry>) {
    let mask = mask
    var index = Table.home(of: entry._withUnsafeGuaranteedRef { $0.word }) & mask
    while words[Int(bitPattern: index)].load() != 0 { index = (index &+ 1) & mask }
    words[Int(bitPattern: index)].store(UInt(bitPattern: entry.toOpaque()))
  }

  /// Puts in every entry of a smaller table.
  func insertAll(of other: Table) {
    for index in 0..<other.capacity {
      guard let pointer = UnsafeRawPointer(bitPattern: other.words[index].load()) else { continue }
      insert(Unmanaged<Entry>.fromOpaque(pointer))
    }
  }

  /// Forgets every entry; nobody reads any more.
  func clear() { for index in 0..<capacity { words[index].store(0) } }

  /// Where to look first: a multiplication spreads addresses, which differ little, over the upper half of the word.
  @inlinable
  static func home(of word: UInt) -> UInt {
    (word &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)) >> UInt(UInt.bitWidth / 2)
  }
}

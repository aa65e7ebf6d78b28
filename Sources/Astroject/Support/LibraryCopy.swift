/// Tells the copies of the library apart of which a process may have two.
///
/// Both link the same module, so the compiler takes an object of one for one of the other. Their layouts agree, but not
/// the state of the process: a copy frees what it sees no other reader of, and does not see the readers of the other
/// copy. So what leads into a container knows which copy has made it.
enum LibraryCopy {
  /// A word that differs from that of any other copy; zero before this copy has made a container.
  private static let word = AtomicWord(0)

  /// Returns the word of this copy, for what it makes.
  static func mark() -> UInt {
    if word.load() == 0 { word.store(UInt(bitPattern: ObjectIdentifier(AnyProduct.self))) }
    return word.load()
  }

  /// True if this copy has made the object that has a word.
  @inline(__always)
  static func hasMade(_ mark: UInt) -> Bool { mark == word.load() }
}

/// Numbers that are unique in the process, for objects that are referred to after their deallocation.
enum Identity {
  private static let last = AtomicWord(0)

  static func next() -> UInt { last.add(1) }
}

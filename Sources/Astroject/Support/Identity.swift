/// Numbers that nothing else in the process has, for what may be known longer than it lives.
enum Identity {
  private static let last = AtomicWord(0)

  static func next() -> UInt { last.add(1) }
}

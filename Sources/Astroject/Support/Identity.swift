/// Numbers that are unique in the process, for objects that are referred to after their deallocation.
enum Identity {
  private static let last = AtomicWord(0)

  static func next() -> UInt { last.add(1) }
}

/// Two such numbers, by which something is found. One type for all, because a dictionary is compiled for each.
struct IdentityPair: Hashable {
  private let first: UInt
  private let second: UInt

  init(_ first: UInt, _ second: UInt) { (self.first, self.second) = (first, second) }
}

extension Array {
  /// Returns the elements in the order of a key. Elements with equal keys keep their places.
  ///
  /// It takes the place of `sorted(by:)`, which the compiler copies for each type and each closure.
  package func ordered<SortKey: Comparable>(by key: (Element) -> SortKey) -> [Element] {
    count < 2 ? self : Ordering.indices(of: map(key)).map { self[$0] }
  }
}

/// The one sort that all others use.
enum Ordering {
  /// Returns the indices of keys in the order of the keys. Equal ones keep their places.
  static func indices<SortKey: Comparable>(of keys: [SortKey]) -> [Int] {
    sorted(keys.count) { keys[$0] < keys[$1] || !(keys[$1] < keys[$0]) && $0 < $1 }
  }

  @inline(never)
  private static func sorted(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: precedes)
  }
}

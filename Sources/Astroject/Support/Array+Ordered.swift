extension Array {
  /// Returns the elements in the order of a number. Elements with equal numbers keep their places.
  ///
  /// It takes the place of `sorted(by:)`, which the compiler copies for each type and each closure.
  package func ordered(by number: (Element) -> Int) -> [Element] { Ordering.indices(of: map(number)).map { self[$0] } }

  /// Returns the elements in the order of a text. Elements with equal texts keep their places.
  package func ordered(byText text: (Element) -> String) -> [Element] {
    Ordering.indices(of: map(text)).map { self[$0] }
  }
}

/// The one sort that all others use.
enum Ordering {
  /// Returns the indices of keys in the order of the keys. Equal ones keep their places.
  static func indices<Key: Comparable>(of keys: [Key]) -> [Int] {
    sorted(keys.count) { keys[$0] < keys[$1] || !(keys[$1] < keys[$0]) && $0 < $1 }
  }

  @inline(never)
  private static func sorted(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: precedes)
  }
}

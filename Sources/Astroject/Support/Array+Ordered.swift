// These functions take the place of `sorted(by:)`, which the compiler copies for each type and each closure. They are
// not copied, so their closures are called as those of any type. What a common resolve needs orders indices by itself.

extension Array {
  /// Returns the elements in the order of a number. Elements with equal numbers keep their places.
  @_semantics("optimize.sil.specialize.generic.never")
  package func ordered(by number: (Element) -> Int) -> [Element] {
    count < 2 ? self : Ordering.indices(of: map(number)).map { self[$0] }
  }

  /// Returns the elements in the order of a name. Elements with equal names keep their places.
  @_semantics("optimize.sil.specialize.generic.never")
  package func ordered(by name: (Element) -> String) -> [Element] {
    count < 2 ? self : Ordering.indices(of: map(name)).map { self[$0] }
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

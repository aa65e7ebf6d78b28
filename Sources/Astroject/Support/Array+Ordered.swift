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
  @inline(never)
  static func indices<Key: Comparable>(of keys: [Key]) -> [Int] {
    // A merge sort from the bottom up: runs of a width are merged into runs of twice the width.
    let count = keys.count
    var sorted = Array(0..<count)
    if !sorted.dropFirst().contains(where: { keys[$0] < keys[$0 - 1] }) { return sorted }
    var merged = sorted
    var width = 1
    while width < count {
      var start = 0
      while start < count {
        let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
        var (left, right) = (start, middle)
        for place in start..<end {
          if left < middle, right == end || !(keys[sorted[right]] < keys[sorted[left]]) {
            merged[place] = sorted[left]
            left += 1
          } else {
            merged[place] = sorted[right]
            right += 1
          }
        }
        start = end
      }
      swap(&sorted, &merged)
      width *= 2
    }
    return sorted
  }
}

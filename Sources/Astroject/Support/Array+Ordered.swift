extension Array {
  /// Returns the elements in order. Elements of which none precedes the other keep their places.
  ///
  /// It takes the place of `sorted(by:)`, which the compiler copies for each type and each closure.
  package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    Ordering.indices(count) { precedes(self[$0], self[$1]) }.map { self[$0] }
  }
}

/// The one sort of indices that all others use.
package enum Ordering {
  /// Returns the numbers below a count in order. Those of which none precedes the other keep their places.
  @inline(never)
  package static func indices(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    // A merge sort from the bottom up: runs of a width are merged into runs of twice the width.
    var (sorted, merged) = (Array(0..<count), Array(0..<count))
    var width = 1
    while width < count {
      var start = 0
      while start < count {
        let (middle, end) = (Swift.min(start + width, count), Swift.min(start + 2 * width, count))
        var (left, right) = (start, middle)
        for place in start..<end {
          if left < middle, right == end || !precedes(sorted[right], sorted[left]) {
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

extension [Blueprint] {
  /// The registrations in the order in which they were made.
  package var inSequence: [Blueprint] { ordered { $0.sequence < $1.sequence } }
}

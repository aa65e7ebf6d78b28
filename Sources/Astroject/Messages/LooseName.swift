/// A name in the form in which similarity counts: without case, and without separators between words.
struct LooseName: Sendable {
  private let letters: [UInt8]
  /// A bit for each letter that occurs.
  private let set: UInt64

  init(_ text: String) {
    letters = text.cut(to: 64).lowercased().utf8.filter { !LooseName.isSign($0) }
    set = letters.reduce(0) { $0 | 1 << (UInt64($1) & 63) }
  }

  private static func isSign(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "/"),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }

  /// Returns the number of letters to add, drop, replace or swap to make the other name.
  func distance(to other: LooseName) -> Int { Similarity.editDistance(from: letters, to: other.letters) }

  /// Returns false if more letters differ for certain: each letter that only one of the names has takes an edit.
  fileprivate func mayBe(within distance: Int, of other: LooseName) -> Bool {
    abs(letters.count - other.letters.count) <= distance && (set & ~other.set).nonzeroBitCount <= distance
      && (other.set & ~set).nonzeroBitCount <= distance
  }

  fileprivate func precedes(_ other: LooseName) -> Bool { letters.lexicographicallyPrecedes(other.letters) }

  fileprivate func precedesBackwards(_ other: LooseName) -> Bool {
    letters.reversed().lexicographicallyPrecedes(other.letters.reversed())
  }
}

/// A name in the order of its letters.
private struct Forwards: Comparable {
  let name: LooseName

  static func < (left: Forwards, right: Forwards) -> Bool { left.name.precedes(right.name) }

  static func == (left: Forwards, right: Forwards) -> Bool { !(left < right || right < left) }
}

/// A name in the order of its letters from the end.
private struct Backwards: Comparable {
  let name: LooseName

  static func < (left: Backwards, right: Backwards) -> Bool { left.name.precedesBackwards(right.name) }

  static func == (left: Backwards, right: Backwards) -> Bool { !(left < right || right < left) }
}

/// Finds the names that resemble another one without comparing all of many names letter by letter.
///
/// Names that may differ by two letters are compared letter by letter. So are names with a similar beginning or end,
/// however much else differs: these are neighbours in the order of the names, or of the reversed names.
struct LooseNames {
  private let names: [LooseName]
  private let forwards: [Int]
  private let backwards: [Int]
  /// Up to this number, all names are compared.
  private static let few = 64
  /// The number of neighbours that are compared on each side.
  private static let neighbours = 16
  /// The number of letters that may differ anywhere in a name.
  private static let near = 2

  init(_ names: [LooseName]) {
    self.names = names
    let isLarge = names.count > LooseNames.few
    forwards = isLarge ? Ordering.indices(of: names.map { Forwards(name: $0) }) : []
    backwards = isLarge ? Ordering.indices(of: names.map { Backwards(name: $0) }) : []
  }

  /// Returns the positions of the nearest names, the nearest first. Of equally near names the first comes first.
  func nearest(to name: LooseName, atMost count: Int) -> [(position: Int, distance: Int)] {
    guard !forwards.isEmpty else { return rank(Array(names.indices), by: name, atMost: count) }
    let alike = Set(neighbours(of: name, in: forwards) { $0.precedes($1) })
      .union(neighbours(of: name, in: backwards) { $0.precedesBackwards($1) })
      // If no name is similar, the first ones are as good as any.
      .union(0..<min(count, names.count))
    let ranked = rank(Array(alike), by: name, atMost: count)
    // Other names count only if they are nearer than these.
    let limit = min(LooseNames.near, (ranked.last?.distance ?? 0) - 1)
    if limit < 0 { return ranked }
    let others = names.indices.filter { names[$0].mayBe(within: limit, of: name) }
    return others.isEmpty ? ranked : rank(Array(alike.union(others)), by: name, atMost: count)
  }

  private func rank(
    _ candidates: [Int], by name: LooseName, atMost count: Int
  ) -> [(position: Int, distance: Int)] {
    let positions = candidates.ordered { $0 }
    let distances = positions.map { names[$0].distance(to: name) }
    return Ordering.indices(of: distances).prefix(count).map { (positions[$0], distances[$0]) }
  }

  private func neighbours(
    of name: LooseName, in order: [Int], _ precedes: (LooseName, LooseName) -> Bool
  ) -> ArraySlice<Int> {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(names[order[middle]], name) { low = middle + 1 } else { high = middle }
    }
    return order[max(0, low - LooseNames.neighbours)..<min(order.count, low + LooseNames.neighbours)]
  }
}

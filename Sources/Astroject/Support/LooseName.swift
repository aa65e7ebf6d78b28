/// A name as far as it counts for likeness: without case, and without the signs between words.
struct LooseName: Sendable {
  private let letters: [UInt8]
  /// A bit for each letter that there is.
  private let set: UInt64

  init(_ text: String) {
    letters = text.lowercased().utf8.filter { !LooseName.signs.contains($0) }
    set = letters.reduce(0) { $0 | 1 << (UInt64($1) & 63) }
  }

  private static let signs = Set("_-. /:".utf8)

  /// The number of letters to add, drop, replace or exchange to make another name of it.
  func distance(to other: LooseName) -> Int { Similarity.editDistance(from: letters, to: other.letters) }

  /// Returns false where more letters than this differ for certain: each letter that one has and the other lacks takes
  /// an edit.
  fileprivate func mayBe(within distance: Int, of other: LooseName) -> Bool {
    abs(letters.count - other.letters.count) <= distance && (set & ~other.set).nonzeroBitCount <= distance
      && (other.set & ~set).nonzeroBitCount <= distance
  }

  fileprivate func precedes(_ other: LooseName) -> Bool { letters.lexicographicallyPrecedes(other.letters) }

  fileprivate func precedesBackwards(_ other: LooseName) -> Bool {
    letters.reversed().lexicographicallyPrecedes(other.letters.reversed())
  }
}

/// Finds those of many names that are like another one, without comparing all of them letter by letter.
///
/// Those that may differ by two letters are compared letter by letter, and those that begin or end alike, however much
/// else is in them: the neighbours in the order of the beginnings, and in that of the ends.
struct LooseNames {
  private let names: [LooseName]
  private let forwards: [Int]
  private let backwards: [Int]
  /// Of fewer names, all are looked at.
  private static let few = 64
  /// How many neighbours are looked at on each side.
  private static let neighbours = 16
  /// How many letters may differ anywhere.
  private static let near = 2

  init(_ names: [LooseName]) {
    self.names = names
    let isLarge = names.count > LooseNames.few
    forwards = isLarge ? names.indices.sorted { names[$0].precedes(names[$1]) } : []
    backwards = isLarge ? names.indices.sorted { names[$0].precedesBackwards(names[$1]) } : []
  }

  /// The positions of the nearest names, the nearest first; of those that are equally near, the first.
  func nearest(to name: LooseName, atMost count: Int) -> [(position: Int, distance: Int)] {
    guard !forwards.isEmpty else { return rank(names.indices, by: name, atMost: count) }
    let alike = Set(neighbours(of: name, in: forwards) { $0.precedes($1) })
      .union(neighbours(of: name, in: backwards) { $0.precedesBackwards($1) })
      // Where nothing is like it, the first are as good as any.
      .union(0..<min(count, names.count))
    let ranked = rank(alike, by: name, atMost: count)
    // Others count only where they are nearer than these.
    let limit = min(LooseNames.near, (ranked.last?.distance ?? 0) - 1)
    if limit < 0 { return ranked }
    let others = names.indices.filter { names[$0].mayBe(within: limit, of: name) }
    return others.isEmpty ? ranked : rank(alike.union(others), by: name, atMost: count)
  }

  private func rank(
    _ candidates: some Collection<Int>, by name: LooseName, atMost count: Int
  ) -> [(position: Int, distance: Int)] {
    let ranked = candidates.map { (position: $0, distance: names[$0].distance(to: name)) }
      .sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }
    return Array(ranked.prefix(count))
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

/// Finds what was probably meant by a misspelt name.
package enum Similarity {
  /// The names that are much like another one, the most similar first; three at most.
  package static func names(like name: String, among names: some Sequence<String>) -> [String] {
    let word = Array(name.lowercased().unicodeScalars)
    return Set(names).compactMap { other -> (name: String, distance: Int)? in
      distance(from: word, to: Array(other.lowercased().unicodeScalars)).map { (other, $0) }
    }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  /// The number of letters that are missing, too many, wrong or exchanged; nil if that is more than a third of them,
  /// and the one name does not begin with the other one either.
  private static func distance(from first: [Unicode.Scalar], to second: [Unicode.Scalar]) -> Int? {
    let (shorter, longer) = first.count < second.count ? (first, second) : (second, first)
    let (surplus, most) = (longer.count - shorter.count, max(1, longer.count / 3))
    let isBeginning = shorter.count > 1 && longer.starts(with: shorter)
    guard isBeginning || surplus <= most else { return nil }
    let distance = isBeginning ? surplus : editDistance(from: shorter, to: longer)
    return isBeginning || distance <= most ? distance : nil
  }

  /// The number of insertions, deletions, substitutions and exchanges of neighbours that make one word of the other.
  static func editDistance<Letter: Equatable>(from first: [Letter], to second: [Letter]) -> Int {
    // Row by row of the table of distances between the beginnings of the words; an exchange looks two rows back.
    var (oldest, old, new) = ([Int](), Array(0...second.count), Array(0...second.count))
    for row in first.indices {
      new[0] = row + 1
      for column in second.indices {
        let isSame = first[row] == second[column]
        var best = min(old[column] + (isSame ? 0 : 1), old[column + 1] + 1, new[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, oldest[column - 1] + 1)
        }
        new[column + 1] = best
      }
      if oldest.isEmpty { oldest = old }
      swap(&oldest, &old)
      swap(&old, &new)
    }
    return old[second.count]
  }
}

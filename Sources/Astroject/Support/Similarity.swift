/// Finds the names that a misspelt name probably stands for.
package enum Similarity {
  /// Returns the names that resemble another one, the most similar first; at most three.
  package static func names(like name: String, among names: [String]) -> [String] {
    // The time to compare two names grows with the product of their lengths.
    let word = letters(of: name.shortened)
    var (near, distances) = ([String](), [Int]())
    for other in names.ordered(by: { $0 }) where other != near.last {
      guard let distance = distance(from: word, to: letters(of: other.shortened)) else { continue }
      near.append(other)
      distances.append(distance)
    }
    return Ordering.indices(of: distances).prefix(3).map { near[$0] }
  }

  /// Returns the number of missing, surplus, wrong or swapped letters; nil if the names do not resemble each other.
  ///
  /// They do if at most a third of the letters differ, or if one name begins with the other.
  private static func distance(from first: [UInt32], to second: [UInt32]) -> Int? {
    let (shorter, longer) = first.count < second.count ? (first, second) : (second, first)
    let (surplus, most) = (longer.count - shorter.count, max(1, longer.count / 3))
    if shorter.count > 1, longer.starts(with: shorter) { return surplus }
    guard surplus <= most else { return nil }
    let distance = editDistance(from: shorter, to: longer)
    return distance <= most ? distance : nil
  }

  /// Returns the characters of a word, as Unicode numbers them, without case.
  static func letters(of word: String) -> [UInt32] { word.lowercased().unicodeScalars.map(\.value) }

  /// Returns the number of insertions, deletions, substitutions and swaps of neighbours between two words.
  static func editDistance(from first: [UInt32], to second: [UInt32]) -> Int {
    // The table of distances between prefixes is filled row by row. A swap looks two rows back.
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

/// A name in the form in which similarity counts: without case, and without separators between words.
struct LooseName: Sendable {
  fileprivate let letters: [UInt32]
  /// A bit for each letter that occurs.
  private let set: UInt64

  init(_ text: String) {
    let separators = Similarity.letters(of: "_-. /:")
    letters = Similarity.letters(of: text.cut(to: 64)).filter { !separators.contains($0) }
    set = letters.reduce(0) { $0 | 1 << (UInt64($1) & 63) }
  }

  /// Returns false if neither name begins or ends with the other, and more than two letters differ for certain: each
  /// letter that only one of the names has takes an edit.
  fileprivate func mayResemble(_ other: LooseName) -> Bool {
    abs(letters.count - other.letters.count) <= 2 && (set & ~other.set).nonzeroBitCount <= 2
      && (other.set & ~set).nonzeroBitCount <= 2
      || zip(letters, other.letters).allSatisfy { $0 == $1 }
      || zip(letters.reversed(), other.letters.reversed()).allSatisfy { $0 == $1 }
  }
}

extension [LooseName] {
  /// Returns the positions of the nearest names, the nearest first. Of equally near names the first comes first.
  ///
  /// Of more than 64 names only those are compared letter by letter that may resemble the name, or else the first ones.
  func nearest(to name: LooseName, atMost most: Int) -> [(position: Int, distance: Int)] {
    var near = count > 64 ? indices.filter { self[$0].mayResemble(name) } : Array<Int>(indices)
    if near.count < most { near += indices.prefix(2 * most).filter { !near.contains($0) }.prefix(most - near.count) }
    let distances = near.map { Similarity.editDistance(from: self[$0].letters, to: name.letters) }
    return Ordering.indices(of: distances).prefix(most).map { (near[$0], distances[$0]) }
  }
}

// Of a long way, the ends tell the most.

extension Array {
  /// All of it, or of a long one the first four and the last six; and how many are left out.
  package var ends: (shown: Array, omission: Int) {
    count > 12 ? (Array(prefix(4) + suffix(6)), count - 10) : (self, 0)
  }
}

extension [String] {
  /// The ends of something, with a word in between about what is left out.
  package func noting(omission: Int, indent: String = "") -> [String] {
    omission > 0 ? prefix(4) + ["\(indent)… \(omission) more …"] + dropFirst(4) : self
  }
}

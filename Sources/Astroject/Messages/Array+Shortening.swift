// The ends of a long path tell the most.

extension Array {
  /// All elements, or the first four and the last six of more than twelve, with the number of those that are left out.
  package var ends: (shown: Array, omission: Int) {
    count > 12 ? (Array(prefix(4)) + suffix(6), count - 10) : (self, 0)
  }
}

extension [String] {
  /// Returns the ends of a list, with a line in between about the elements that are left out.
  package func noting(omission: Int, indent: String = "") -> [String] {
    omission > 0 ? prefix(4) + ["\(indent)… \(omission) more …"] + dropFirst(4) : self
  }
}

/// The type of a dictionary's keys, which selects the registrations that the dictionary collects.
package struct KeyType: @unchecked Sendable {
  // Unchecked because of the metatype, whose conformances are not isolated.
  package let type: Any.Type

  init(_ type: Any.Type) { self.type = type }

  /// Returns true if a label is of this type. A name is of the type `String`.
  package func counts(_ label: Label?) -> Bool {
    guard let label else { return false }
    return Swift.type(of: label.base) == type
  }
}

/// The type of the keys that a dictionary collects products under.
package struct KeyType: @unchecked Sendable {
  // Unchecked for the metatype, whose conformance is isolated nowhere.
  package let type: Any.Type

  init(_ type: Any.Type) { self.type = type }

  /// True for a label of this type: a key of it, or a name where it is `String`.
  package func counts(_ label: Label?) -> Bool {
    guard let label else { return false }
    return Swift.type(of: label.base) == type
  }

  /// Chooses one registration for each key: of the nearest container that has one, and there the latest.
  ///
  /// - Parameter registrations: All there are, those of the nearest container first.
  package func latest(_ registrations: [Match]) -> [Match] {
    var places: [Label: Int] = [:]
    var chosen: [Match] = []
    for found in registrations where counts(found.blueprint.key.label) {
      guard let label = found.blueprint.key.label else { continue }
      guard let place = places[label] else {
        places[label] = chosen.count
        chosen.append(found)
        continue
      }
      if chosen[place].owner === found.owner { chosen[place] = found }
    }
    return chosen
  }
}

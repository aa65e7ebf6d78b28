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

  /// Chooses one registration for each key: that of the nearest container, and there the latest.
  ///
  /// - Parameter registrations: All candidates, those of the nearest container first.
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

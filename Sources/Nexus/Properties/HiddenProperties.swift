/// A search for injected properties that the type of a registration does not show.
package enum HiddenProperties {
  /// Returns true if a type shows an injected property.
  package static func areShown(by type: Any.Type) -> Bool { !PropertyPlan.of(type).isEmpty }

  /// Returns those of the given protocols that a loaded type with injected properties conforms to.
  ///
  /// The set is empty if the conformance records cannot be read.
  package static func mayLie(behind types: [Any.Type]) -> Set<ObjectIdentifier> {
    guard !types.isEmpty, let adopters = try? ConformanceRecords.all(of: types) else { return [] }
    return Set(
      types.map(ObjectIdentifier.init).filter { type in
        adopters[type]?.contains { $0.type.map { !PropertyPlan.of($0).isEmpty } ?? false } ?? false
      })
  }
}

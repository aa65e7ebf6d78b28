/// A search for injected properties that the type of a registration does not show.
package enum HiddenProperties {
  /// Returns true if a type shows an injected property.
  package static func areShown(by type: Any.Type) -> Bool { !PropertyPlan.of(type).isEmpty }
}

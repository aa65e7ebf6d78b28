/// The properties of a new registration beside its recipe: its label, its location, and its effect on others.
@usableFromInline
package struct Placement {
  package var label: Label?
  package private(set) var location: CodeLocation
  /// True if a later registration may replace it.
  let isOverridable: Bool
  /// The policy for an earlier registration under its key; nil for that of the container.
  let ifRegistered: DuplicatePolicy?

  @usableFromInline
  @inline(never)
  package init(
    _ name: String?, _ key: borrowing (any Hashable & Sendable)?, _ fileID: StaticString, _ line: UInt,
    _ isOverridable: Bool = true, _ ifRegistered: DuplicatePolicy? = nil
  ) {
    self.init(
      Label(name: name, key: key), at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable,
      ifRegistered: ifRegistered)
  }

  @inline(never)
  package init(
    _ label: Label? = nil, at location: CodeLocation, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil
  ) {
    self.label = label
    self.location = location
    self.isOverridable = isOverridable
    self.ifRegistered = ifRegistered
  }

  /// Returns the placement of a registration that a call of another form makes.
  package func written(as form: CodeLocation.Form) -> Placement {
    var placement = self
    placement.location = location.written(as: form)
    return placement
  }
}

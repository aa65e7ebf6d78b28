/// A place whose weather the user follows.
package struct Place: Hashable, Sendable {
  package let name: String
  package init(_ name: String) { self.name = name }
}

/// Stores the places that the user follows.
package protocol PlaceStore: Sendable {
  func all() async -> [Place]
  func add(_ place: Place) async
}

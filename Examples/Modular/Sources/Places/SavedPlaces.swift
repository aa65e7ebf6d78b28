import PlacesInterface

/// Stores places in memory while the app runs.
actor SavedPlaces: PlaceStore {
  private var places: [Place]

  init(_ names: [String] = []) { places = names.map(Place.init) }

  func all() -> [Place] { places }
  func add(_ place: Place) { if !places.contains(place) { places.append(place) } }
}

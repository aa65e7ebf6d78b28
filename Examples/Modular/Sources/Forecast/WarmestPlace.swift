import ForecastInterface
import PlacesInterface

/// Finds the warmest of the places that the user follows.
package struct WarmestPlace: Sendable {
  let places: any PlaceStore
  let forecasts: any ForecastService

  package func name() async -> String? {
    var warmest: (name: String, degrees: Int)?
    for place in await places.all() {
      guard let degrees = try? await forecasts.forecast(for: place).degrees else { continue }
      if degrees > warmest?.degrees ?? .min { warmest = (place.name, degrees) }
    }
    return warmest?.name
  }
}

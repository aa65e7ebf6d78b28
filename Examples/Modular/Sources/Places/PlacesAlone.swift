import ForecastInterface
import Nexus
import PlacesInterface

/// The feature without the others, for its previews and its tests: a substitute is registered for what it needs.
enum PlacesAlone: CompositionRoot {
  static var discovers: Bool { false }

  static func register(in container: Container) throws {
    try container.register(module: PlacesModule())
    try container.register((any ForecastService).self) { SameWeather(Forecast(sky: "sun", degrees: 20)) }
  }
}

/// Tells the same forecast for each place.
struct SameWeather: ForecastService {
  let forecast: Forecast
  init(_ forecast: Forecast) { self.forecast = forecast }
  func forecast(for place: Place) -> Forecast { forecast }
}

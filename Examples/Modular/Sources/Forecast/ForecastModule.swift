import ForecastInterface
import Nexus
import PlacesInterface

/// Registers what the feature provides.
package struct ForecastModule: Module {
  /// The types that the feature needs from other features or from the app.
  package static var needs: [Any.Type] { [(any PlaceStore).self, TemperatureUnit.self] }

  package init() {}

  package func register(in container: Container) throws {
    try container.register((any Station).self, initializer: Almanac.init).asSingleton()
    try container.register((any ForecastService).self, initializer: StationForecasts.init).asSingleton()
    try container.register(initializer: WarmestPlace.init)
  }
}

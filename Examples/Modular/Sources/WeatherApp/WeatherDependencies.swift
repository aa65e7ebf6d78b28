import Forecast
import ForecastInterface
import Nexus
import Places

/// The composition root: the one place that knows all features.
package enum WeatherDependencies: CompositionRoot {
  package static var discovers: Bool { false }

  package static func register(in container: Container) throws {
    try container.register(module: PlacesModule())
    try container.register(module: ForecastModule())
    // What no feature can know.
    try container.register(instance: TemperatureUnit.celsius)
  }
}

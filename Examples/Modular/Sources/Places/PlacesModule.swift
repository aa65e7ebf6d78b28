import ForecastInterface
import Nexus
import PlacesInterface

/// Registers what the feature provides.
package struct PlacesModule: Module {
  /// The types that the feature needs from other features or from the app.
  package static var needs: [Any.Type] { [(any ForecastService).self] }

  package init() {}

  package func register(in container: Container) throws {
    try container.register((any PlaceStore).self) { SavedPlaces(["Oslo", "Rome"]) }.asSingleton()
    try container.register(initializer: PlacesModel.init(store:forecasts:)).asTransient()
  }
}

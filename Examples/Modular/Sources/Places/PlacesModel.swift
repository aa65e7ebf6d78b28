import ForecastInterface
import Observation
import PlacesInterface

/// A place on the screen, with the weather of tomorrow.
package struct PlaceRow: Identifiable, Sendable {
  package let id: Place
  package let weather: String
  package var text: String { "\(id.name): \(weather)" }
}

/// The model of the feature's screen.
@MainActor
@Observable
package final class PlacesModel {
  package private(set) var rows: [PlaceRow] = []
  private let store: any PlaceStore
  private let forecasts: any ForecastService

  package init(store: any PlaceStore, forecasts: any ForecastService) {
    self.store = store
    self.forecasts = forecasts
  }

  package func load() async {
    var rows: [PlaceRow] = []
    for place in await store.all() {
      let forecast = try? await forecasts.forecast(for: place)
      rows.append(PlaceRow(id: place, weather: forecast.map { "\($0.sky), \($0.degrees)°" } ?? "unknown"))
    }
    self.rows = rows
  }

  package func add(_ name: String) async {
    await store.add(Place(name))
    await load()
  }
}

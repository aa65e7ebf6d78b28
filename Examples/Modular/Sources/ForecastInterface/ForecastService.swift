import PlacesInterface

/// The weather of tomorrow.
package struct Forecast: Equatable, Sendable {
  package let sky: String
  package let degrees: Int

  package init(sky: String, degrees: Int) {
    self.sky = sky
    self.degrees = degrees
  }
}

/// Tells the weather of tomorrow.
package protocol ForecastService: Sendable {
  func forecast(for place: Place) async throws -> Forecast
}

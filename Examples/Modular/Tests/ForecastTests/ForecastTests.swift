import AstrojectTesting
import ForecastInterface
import PlacesInterface
import Testing

@testable import Forecast

@Test func `the feature of forecasts needs the types that it names, and nothing else`() throws {
  let container = try Container { try $0.register(module: ForecastModule()) }
  expectValidGraph(container, roots: [WarmestPlace.self], externals: ForecastModule.needs)
}

struct Cities: PlaceStore {
  func all() -> [Place] { [Place("Oslo"), Place("Rome")] }
  func add(_ place: Place) {}
}

/// The feature without the others: a substitute is registered for what it needs.
func makeForecastAlone() throws -> Container {
  try Container { container in
    try container.register(module: ForecastModule())
    try container.register((any PlaceStore).self, initializer: Cities.init)
    try container.register(instance: TemperatureUnit.fahrenheit)
  }
}

@Suite(.container(makeForecastAlone))
struct ForecastServiceTests {
  @Test func `degrees are converted to the unit of the app`() async throws {
    let forecasts = try await Container.current.resolve((any ForecastService).self)
    #expect(try await forecasts.forecast(for: Place("Rome")) == Forecast(sky: "sun", degrees: 75))
  }

  @Test func `the warmest place is found`() async throws {
    #expect(try await Container.current.resolve(WarmestPlace.self).name() == "Rome")
  }
}

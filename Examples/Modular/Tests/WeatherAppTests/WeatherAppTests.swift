import AstrojectTesting
import Forecast
import ForecastInterface
import Places
import PlacesInterface
import Testing
import WeatherApp

@Test func `the features have what they need, and register nothing twice`() {
  expectValidGraph(WeatherDependencies.self, roots: PlacesModel.self, WarmestPlace.self, duplicates: .fail)
}

struct Storm: ForecastService {
  func forecast(for place: Place) -> Forecast { Forecast(sky: "storm", degrees: place == Place("Oslo") ? 12 : 3) }
}

@Suite(.container(overriding: WeatherDependencies.make) { try $0.replace((any ForecastService).self) { Storm() } })
struct WeatherAppTests {
  @Test func `both features use the service that replaces another one`() async throws {
    let model = try await Container.current.resolve(PlacesModel.self)
    await model.load()
    #expect(await model.rows.map(\.text) == ["Oslo: storm, 12°", "Rome: storm, 3°"])
    #expect(try await Container.current.resolve(WarmestPlace.self).name() == "Oslo")
  }
}

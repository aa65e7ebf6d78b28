import AstrojectTesting
import ForecastInterface
import PlacesInterface
import Testing

@testable import Places

@Test func `the feature of places needs the types that it names, and nothing else`() throws {
  let container = try Container { try $0.register(module: PlacesModule()) }
  expectValidGraph(container, roots: [PlacesModel.self, (any PlaceStore).self], externals: PlacesModule.needs)
  let missing = container.graphReport(roots: PlacesModel.self).findings
  #expect(missing.map(\.rule) == [.missingDependency] && missing.map(\.need) == ["ForecastService"])
}

@Suite(.container(PlacesAlone.make))
struct PlacesModelTests {
  @Test func `each place is shown with the weather of tomorrow`() async throws {
    let model = try await Container.current.resolve(PlacesModel.self)
    await model.load()
    #expect(await model.rows.map(\.text) == ["Oslo: sun, 20°", "Rome: sun, 20°"])
  }

  @Test(.overriding { try $0.replace((any PlaceStore).self) { SavedPlaces() } })
  func `a place that is added is shown once`() async throws {
    let model = try await Container.current.resolve(PlacesModel.self)
    await model.add("Paris")
    await model.add("Paris")
    #expect(await model.rows.map(\.text) == ["Paris: sun, 20°"])
  }

  @Test(.overriding { try $0.replace((any ForecastService).self) { NoForecasts() } })
  func `a place without a forecast is shown as unknown`() async throws {
    let model = try await Container.current.resolve(PlacesModel.self)
    await model.load()
    #expect(await model.rows.map(\.text) == ["Oslo: unknown", "Rome: unknown"])
  }
}

struct NoForecasts: ForecastService {
  struct Unreachable: Error {}
  func forecast(for place: Place) throws -> Forecast { throw Unreachable() }
}

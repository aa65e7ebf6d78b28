import Forecast
import Nexus
import Places

/// Prints the places with the weather of tomorrow, and the warmest one.
package enum Weather {
  package static func run(adding names: [String]) async throws {
    let model = try await WeatherDependencies.resolve(PlacesModel.self)
    for name in names { await model.add(name) }
    await model.load()
    for row in await model.rows { print(row.text) }
    let warmest = try await WeatherDependencies.resolve(WarmestPlace.self)
    if let name = await warmest.name() { print("Go to \(name)!") }
  }
}

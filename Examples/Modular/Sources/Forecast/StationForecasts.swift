import ForecastInterface
import PlacesInterface

/// A weather station, which measures in degrees Celsius.
protocol Station: Sendable {
  func measure(at place: Place) async throws -> Forecast
}

/// Stands for a service on the network.
struct Almanac: Station {
  struct UnknownPlace: Error {}
  private let known = ["Oslo": Forecast(sky: "rain", degrees: 9), "Rome": Forecast(sky: "sun", degrees: 24)]

  func measure(at place: Place) throws -> Forecast {
    guard let forecast = known[place.name] else { throw UnknownPlace() }
    return forecast
  }
}

/// Converts what a station measures to the unit of the app.
struct StationForecasts: ForecastService {
  let station: any Station
  let unit: TemperatureUnit

  func forecast(for place: Place) async throws -> Forecast {
    let measured = try await station.measure(at: place)
    return switch unit {
    case .celsius: measured
    case .fahrenheit: Forecast(sky: measured.sky, degrees: measured.degrees * 9 / 5 + 32)
    }
  }
}

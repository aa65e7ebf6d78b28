/// The unit of ``Forecast/degrees``, which the app chooses.
package enum TemperatureUnit: Sendable {
  case celsius, fahrenheit
}

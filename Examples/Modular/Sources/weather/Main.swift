import WeatherApp

@main
enum Main {
  static func main() async throws {
    try await WeatherDependencies.setUp()
    try await Weather.run(adding: Array(CommandLine.arguments.dropFirst()))
    try await WeatherDependencies.tearDown()
  }
}

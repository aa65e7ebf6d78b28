// swift-tools-version: 6.2
import PackageDescription

// Two features, each of which needs the other. They see only each other's interfaces, and the app sees both.
let package = Package(
  name: "Modular",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    // The interfaces: protocols and values. They know nothing of the container.
    .target(name: "PlacesInterface"),
    .target(name: "ForecastInterface", dependencies: ["PlacesInterface"]),
    // The features.
    .target(
      name: "Places",
      dependencies: [
        "PlacesInterface", "ForecastInterface", .product(name: "Nexus", package: "Astroject"),
        .product(name: "AstrojectUI", package: "Astroject"),
      ]),
    .target(
      name: "Forecast",
      dependencies: ["PlacesInterface", "ForecastInterface", .product(name: "Nexus", package: "Astroject")]),
    // The app: its composition root is in a library, which tests can import.
    .target(
      name: "WeatherApp", dependencies: ["Places", "Forecast", .product(name: "Nexus", package: "Astroject")]),
    .executableTarget(name: "weather", dependencies: ["WeatherApp"]),
    .testTarget(
      name: "PlacesTests", dependencies: ["Places", .product(name: "AstrojectTesting", package: "Astroject")]),
    .testTarget(
      name: "ForecastTests", dependencies: ["Forecast", .product(name: "AstrojectTesting", package: "Astroject")]),
    .testTarget(
      name: "WeatherAppTests", dependencies: ["WeatherApp", .product(name: "AstrojectTesting", package: "Astroject")]),
  ],
  swiftLanguageModes: [.v6]
)

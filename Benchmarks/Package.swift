// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Astroject", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
  ],
  targets: [
    .target(name: "Probe"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Probe",
        .product(name: "Astroject", package: "Astroject"),
        .product(name: "AstrojectOverrides", package: "Astroject"),
        .product(name: "Nexus", package: "Astroject"),
        .product(name: "Singularity", package: "Astroject"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "TextTable", package: "TextTable"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "BookServer",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "BookServer", targets: ["serve"])],
  dependencies: [
    .package(name: "Astroject", path: "../.."),
    // With this trait alone, the package builds faster.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(
      name: "BookServer",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"),
        .product(name: "AstrojectGraph", package: "Astroject"),
        .product(name: "Singularity", package: "Astroject"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // The schema is for editors. In the bundle, it would be read as the file of an environment named "schema".
      exclude: ["Resources/services.schema.json"],
      resources: [.process("Resources")]),
    .executableTarget(name: "serve", dependencies: ["BookServer"], path: "Sources/Serve"),
    // `swift run wiring` verifies the graph. One executable cannot link another one, so the server is in a library.
    .executableTarget(
      name: "wiring", dependencies: ["BookServer", .product(name: "AstrojectTool", package: "Astroject")],
      path: "Sources/Wiring"),
    .testTarget(
      name: "BookServerTests",
      dependencies: [
        "BookServer",
        .product(name: "AstrojectTesting", package: "Astroject"),
        .product(name: "Singularity", package: "Astroject"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

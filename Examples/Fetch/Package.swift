// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Fetch",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Astroject", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(name: "fetch", dependencies: ["FetchKit"]),
    // `swift run wiring` verifies the graph. One executable cannot link another one, so the commands are in a library.
    .executableTarget(
      name: "wiring", dependencies: ["FetchKit", .product(name: "AstrojectTool", package: "Astroject")],
      path: "Sources/Wiring"),
    .target(
      name: "FetchKit",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Asynchronous functions run in the isolation of their caller, so services need not be Sendable.
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .testTarget(
      name: "FetchTests", dependencies: ["FetchKit", .product(name: "AstrojectTesting", package: "Astroject")]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Quickstart",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    .target(name: "Shop", dependencies: [.product(name: "Nexus", package: "Astroject")]),
    .executableTarget(name: "Quickstart", dependencies: ["Shop"]),
    // `swift run wiring` verifies the graph. One executable cannot link another one, so the app is in a library.
    .executableTarget(
      name: "wiring", dependencies: ["Shop", .product(name: "AstrojectTool", package: "Astroject")],
      path: "Sources/Wiring"),
    .testTarget(
      name: "ShopTests", dependencies: ["Shop", .product(name: "AstrojectTesting", package: "Astroject")]),
  ],
  swiftLanguageModes: [.v6]
)

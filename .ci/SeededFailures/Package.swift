// swift-tools-version: 6.2
import PackageDescription

// Tests that all fail, each in a way that its line says; `.ci/seeded-failures` looks whether the runners say the same.
let package = Package(
  name: "SeededFailures",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Astroject", path: "../.."), .package(path: "../SeededNeighbour")],
  targets: [
    .target(
      name: "Subjects",
      dependencies: [
        .product(name: "AstrojectTesting", package: "Astroject"), .product(name: "Nexus", package: "Astroject"),
      ]),
    .testTarget(
      name: "SwiftTestingFailures",
      dependencies: [
        "Subjects", .product(name: "AstrojectTesting", package: "Astroject"),
        .product(name: "Neighbour", package: "SeededNeighbour"),
      ]),
    .testTarget(
      name: "XCTestFailures",
      dependencies: [
        "Subjects", .product(name: "AstrojectTesting", package: "Astroject"),
        .product(name: "Neighbour", package: "SeededNeighbour"),
      ]),
    .executableTarget(
      name: "Outside", dependencies: ["Subjects", .product(name: "AstrojectTesting", package: "Astroject")]),
  ],
  swiftLanguageModes: [.v6]
)

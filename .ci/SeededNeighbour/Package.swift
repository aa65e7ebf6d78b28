// swift-tools-version: 6.2
import PackageDescription

// A package beside that of the seeded failures, whose container has a finding.
let package = Package(
  name: "SeededNeighbour",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "Neighbour", targets: ["Neighbour"])],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [.target(name: "Neighbour", dependencies: [.product(name: "Nexus", package: "Astroject")])],
  swiftLanguageModes: [.v6]
)

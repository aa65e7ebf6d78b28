// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Quickstart",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    .executableTarget(name: "Quickstart", dependencies: [.product(name: "Nexus", package: "Astroject")]),
    .testTarget(
      name: "QuickstartTests",
      dependencies: ["Quickstart", .product(name: "AstrojectTesting", package: "Astroject")]),
  ],
  swiftLanguageModes: [.v6]
)

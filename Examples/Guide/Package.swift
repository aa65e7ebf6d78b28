// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Guide",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    .target(
      name: "Tour",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"), .product(name: "AstrojectGraph", package: "Astroject"),
      ]),
    .executableTarget(name: "Guide", dependencies: ["Tour"]),
    .testTarget(
      name: "TourTests", dependencies: ["Tour", .product(name: "AstrojectTesting", package: "Astroject")],
      resources: [.copy("expected-output.txt")]),
  ],
  swiftLanguageModes: [.v6]
)

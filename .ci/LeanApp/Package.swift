// swift-tools-version: 6.2
import PackageDescription

// An app that only registers and resolves, so it contains only what every app that uses Nexus contains.
let package = Package(
  name: "LeanApp",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    .executableTarget(name: "LeanApp", dependencies: [.product(name: "Nexus", package: "Astroject")])
  ],
  swiftLanguageModes: [.v6]
)

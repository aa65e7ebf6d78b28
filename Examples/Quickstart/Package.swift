// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Quickstart",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    .target(name: "Lesson", dependencies: [.product(name: "Nexus", package: "Astroject")]),
    .executableTarget(name: "Quickstart", dependencies: ["Lesson"]),
    .testTarget(
      name: "LessonTests", dependencies: ["Lesson", .product(name: "AstrojectTesting", package: "Astroject")],
      resources: [.copy("expected-output.txt")]),
  ],
  swiftLanguageModes: [.v6]
)

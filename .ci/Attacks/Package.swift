// swift-tools-version: 6.2
import PackageDescription

// Programs that try to make the library read freed memory. They are a package of their own, so that they are compiled
// as a user's code is: in another package, with what is inlinable inlined.
let package = Package(
  name: "Attacks",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    .executableTarget(
      name: "Attacks",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"), .product(name: "AstrojectTesting", package: "Astroject"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("ExistentialAny"),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)

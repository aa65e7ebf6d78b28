// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Astroject",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Astroject", targets: ["Astroject"]),
    .library(name: "Nexus", targets: ["Nexus"]),
    .library(name: "AstrojectTesting", targets: ["AstrojectTesting"]),
  ],
  targets: [
    .target(name: "Astroject"),
    .target(name: "Nexus", dependencies: ["Astroject"]),
    .target(name: "AstrojectTesting", dependencies: ["Astroject", "Nexus"]),
    .target(name: "TestSupport", dependencies: ["AstrojectTesting"], path: "Tests/TestSupport"),
    .testTarget(name: "AstrojectTests", dependencies: ["Astroject", "AstrojectTesting", "TestSupport"]),
    .target(name: "NexusFixtures", dependencies: ["Nexus"], path: "Tests/NexusFixtures"),
    .testTarget(
      name: "NexusTests", dependencies: ["AstrojectTesting", "Nexus", "NexusFixtures", "TestSupport"],
      exclude: ["Graph/Golden"]),
    .testTarget(name: "AstrojectTestingTests", dependencies: ["AstrojectTesting", "Nexus", "TestSupport"]),
    .testTarget(name: "ReliabilityTests", dependencies: ["AstrojectTesting", "Nexus", "NexusFixtures", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    // An async function runs where its caller runs, so products need not be Sendable.
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // Existentials are spelled `any P`.
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // Shows the thread sanitizer what locks guard; `-Xswiftc -DASTROJECT_STAMPED_LOCKS` does so in release.
    .define("ASTROJECT_STAMPED_LOCKS", .when(configuration: .debug)),
    // Of no effect where the package is fetched for another one, whose warnings are its own affair.
    .treatAllWarnings(as: .error),
  ]
}

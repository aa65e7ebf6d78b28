// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Astroject",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Astroject", targets: ["Astroject"]),
    .library(name: "Nexus", targets: ["Nexus"]),
    .library(name: "AstrojectGraph", targets: ["AstrojectGraph"]),
    .library(name: "AstrojectUI", targets: ["AstrojectUI"]),
    .library(name: "Singularity", targets: ["Singularity"]),
    .library(name: "AstrojectTesting", targets: ["AstrojectTesting"]),
  ],
  targets: [
    .target(name: "Astroject"),
    .target(name: "Nexus", dependencies: ["Astroject"]),
    .target(name: "AstrojectGraph", dependencies: ["Nexus"]),
    // Empty where there is no SwiftUI, but for what can be tested there.
    .target(name: "AstrojectUI", dependencies: ["Nexus"]),
    .target(name: "Singularity", dependencies: ["Nexus"]),
    .target(name: "AstrojectTesting", dependencies: ["AstrojectGraph", "Singularity"]),
    .target(name: "TestSupport", dependencies: ["AstrojectTesting"], path: "Tests/TestSupport"),
    .testTarget(name: "AstrojectTests", dependencies: ["Astroject", "AstrojectTesting", "TestSupport"]),
    .target(name: "NexusFixtures", dependencies: ["Nexus"], path: "Tests/NexusFixtures"),
    .testTarget(name: "NexusTests", dependencies: ["AstrojectTesting", "NexusFixtures", "TestSupport"]),
    .testTarget(
      name: "AstrojectGraphTests", dependencies: ["AstrojectTesting", "NexusFixtures", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(name: "AstrojectUITests", dependencies: ["AstrojectUI", "AstrojectTesting", "TestSupport"]),
    .testTarget(
      name: "SingularityTests",
      dependencies: ["Singularity", "AstrojectTesting", "NexusFixtures", "TestSupport"], exclude: ["Golden"],
      resources: [.process("Resources")]),
    .testTarget(name: "AstrojectTestingTests", dependencies: ["AstrojectTesting", "TestSupport"]),
    // Long chains, wide graphs, a million resolves and storms: they run with `ASTROJECT_RELIABILITY` alone.
    .testTarget(name: "LimitTests", dependencies: ["NexusFixtures", "TestSupport"]),
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

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Astroject",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Astroject", targets: ["Astroject"]),
    .library(name: "Nexus", targets: ["Nexus"]),
    .library(name: "AstrojectGraph", targets: ["AstrojectGraph"]),
    .library(name: "AstrojectTool", targets: ["AstrojectTool"]),
    .library(name: "AstrojectOverrides", targets: ["AstrojectOverrides"]),
    .library(name: "AstrojectUI", targets: ["AstrojectUI"]),
    .library(name: "Singularity", targets: ["Singularity"]),
    .library(name: "AstrojectTesting", targets: ["AstrojectTesting"]),
    // For an app whose frameworks would each get a copy of the library.
    .library(
      name: "AstrojectDynamic", type: .dynamic,
      targets: ["Astroject", "Nexus", "AstrojectGraph", "AstrojectOverrides", "AstrojectUI", "Singularity"]),
  ],
  targets: [
    .target(name: "Astroject"),
    .target(name: "Nexus", dependencies: ["Astroject"]),
    .target(name: "AstrojectGraph", dependencies: ["Nexus"]),
    .target(name: "AstrojectOverrides", dependencies: ["Nexus"]),
    // Without SwiftUI, the module contains only the code that can be tested without it.
    .target(name: "AstrojectUI", dependencies: ["AstrojectOverrides"]),
    .target(name: "Singularity", dependencies: ["Nexus"]),
    // Finds the files that findings name. It is no product, because only the next ones use it.
    .target(name: "AstrojectSources", dependencies: ["Astroject"]),
    .target(name: "AstrojectTool", dependencies: ["AstrojectGraph", "AstrojectSources"]),
    .target(
      name: "AstrojectTesting",
      dependencies: ["AstrojectGraph", "AstrojectOverrides", "AstrojectSources", "Singularity"]),
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
    .testTarget(name: "AstrojectToolTests", dependencies: ["AstrojectTool", "AstrojectTesting", "TestSupport"]),
    .testTarget(
      name: "AstrojectSourcesTests", dependencies: ["AstrojectSources", "AstrojectTesting", "TestSupport"]),
    .testTarget(name: "AstrojectOverridesTests", dependencies: ["AstrojectTesting", "TestSupport"]),
    .testTarget(name: "AstrojectTestingTests", dependencies: ["AstrojectTesting", "TestSupport"]),
    // Long chains, wide graphs, a million resolves and storms. They run only if `ASTROJECT_RELIABILITY` is set.
    .testTarget(name: "LimitTests", dependencies: ["NexusFixtures", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    // An async function runs on the executor of its caller, so products need not be Sendable.
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // Existential types require `any`.
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // Makes locks visible to the thread sanitizer. For release, set it by `-Xswiftc -DASTROJECT_STAMPED_LOCKS`.
    .define("ASTROJECT_STAMPED_LOCKS", .when(configuration: .debug)),
    // Has no effect if the package is fetched as a dependency.
    .treatAllWarnings(as: .error),
  ]
}

// In release, the tests are about the library's optimized code. Optimizing the tests, too, would double the time to
// build them. The attacks and random programs of `Tests/Reliability` are optimized, like a user's code, and so is the
// target that is about the stack.
for target in package.targets where target.type == .test && target.name != "LimitTests" {
  target.swiftSettings?.append(
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
}

// swift-tools-version: 6.2
import PackageDescription

// Random programs, storms, loops of waits, faults, long chains and mutated records, and the library's own test suites
// about threads or memory for the sanitizers. They are a separate package, so that `swift test` does not build the
// former, and the sanitizers do not build the other tests.
let package = Package(
  name: "Reliability",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    // Programs that try to make the library read freed memory. They are compiled like a user's code: in another
    // package, with inlined library code.
    .executableTarget(
      name: "Attacks",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"), .product(name: "AstrojectTesting", package: "Astroject"),
      ]),
    .testTarget(name: "ReliabilityTests", dependencies: ["NexusFixtures", "TestSupport"]),

    // These targets contain links to files of the library's own tests.
    .target(name: "TestSupport", dependencies: [.product(name: "AstrojectTesting", package: "Astroject")]),
    .target(name: "NexusFixtures", dependencies: [.product(name: "Nexus", package: "Astroject")]),
    .testTarget(name: "AstrojectTests", dependencies: ["TestSupport"]),
    .testTarget(name: "NexusTests", dependencies: ["NexusFixtures", "TestSupport"]),
    .testTarget(name: "AstrojectTestingTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "SingularityTests",
      dependencies: [.product(name: "Singularity", package: "Astroject"), "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
    // Tests that repeat a race run all of its rounds here, and a few of them in `swift test`.
    .define("ASTROJECT_ALL_ROUNDS"),
  ]
}

// In release, the library's own tests are about its optimized code. The attacks and the random programs are compiled
// like a user's code.
for target in package.targets where target.type == .test && target.name != "ReliabilityTests" {
  target.swiftSettings?.append(
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
}

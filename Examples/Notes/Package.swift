// swift-tools-version: 6.2
import PackageDescription

// The app with two screens builds on a Mac only; elsewhere, `.ci/typecheck-ui` checks its types. Its models and
// services are in a library without SwiftUI, which is tested on every platform.
let package = Package(
  name: "Notes",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    .target(name: "NotesKit", dependencies: [.product(name: "Nexus", package: "Astroject")]),
    .testTarget(
      name: "NotesKitTests", dependencies: ["NotesKit", .product(name: "AstrojectTesting", package: "Astroject")]),
  ],
  swiftLanguageModes: [.v6]
)

#if os(macOS)
  package.targets.append(
    .executableTarget(
      name: "Notes", dependencies: ["NotesKit", .product(name: "AstrojectUI", package: "Astroject")]))
#endif

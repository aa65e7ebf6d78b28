// swift-tools-version: 6.2
import PackageDescription

// An app with two screens. It builds on a Mac only; elsewhere, `.ci/typecheck-ui` checks its types.
let package = Package(
  name: "Notes",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(path: "../..")],
  targets: [.executableTarget(name: "Notes", dependencies: [.product(name: "AstrojectUI", package: "Astroject")])]
)

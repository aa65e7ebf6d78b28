// swift-tools-version: 6.2
import PackageDescription

// The declarations of SwiftUI that `AstrojectUI` and its example use, as in Apple's documentation. They serve to
// type-check both on a platform without SwiftUI. Only bindings and state objects work, for `Bindings.swift`.
let package = Package(
  name: "SwiftUIStub",
  products: [.library(name: "SwiftUI", targets: ["SwiftUI"])],
  targets: [.target(name: "SwiftUI")],
  swiftLanguageModes: [.v6]
)

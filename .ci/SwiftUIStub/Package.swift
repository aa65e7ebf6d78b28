// swift-tools-version: 6.2
import PackageDescription

// The declarations of SwiftUI that `AstrojectUI` and its example use, as in Apple's documentation. They serve to
// type-check both on a platform without SwiftUI, and have no function.
let package = Package(
  name: "SwiftUIStub",
  products: [.library(name: "SwiftUI", targets: ["SwiftUI"])],
  targets: [.target(name: "SwiftUI")],
  swiftLanguageModes: [.v6]
)

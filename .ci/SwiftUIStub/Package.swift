// swift-tools-version: 6.2
import PackageDescription

// What `AstrojectUI` and its example use of SwiftUI, as Apple's documentation declares it, so that they are type-checked
// where there is no SwiftUI. Nothing in it does anything.
let package = Package(
  name: "SwiftUIStub",
  products: [.library(name: "SwiftUI", targets: ["SwiftUI"])],
  targets: [.target(name: "SwiftUI")],
  swiftLanguageModes: [.v6]
)

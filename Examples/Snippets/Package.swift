// swift-tools-version: 6.2
import PackageDescription

// Tests the snippets of the README and of the site's articles: the plugin runs the extractor, which writes the tests.
let package = Package(
  name: "Snippets",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    .executableTarget(name: "SnippetExtractor"),
    .target(name: "Swinject"),
    .plugin(name: "SnippetPlugin", capability: .buildTool(), dependencies: ["SnippetExtractor"]),
    // The snippets of the README.
    .snippets("SnippetTests"),
    .snippets("SnippetSwift5Tests", .swiftLanguageMode(.v5)),
    // The snippets of the articles.
    .snippets("SnippetArticleTests"),
    .snippets("SnippetArticleSwift5Tests", .swiftLanguageMode(.v5)),
    // The article about resource files, which name types of its module.
    .snippets("SnippetResourceFilesTests"),
    .snippets("SnippetResourceFilesSwift5Tests", .swiftLanguageMode(.v5)),
    // The snippets for a module whose default isolation is the main actor, and tests of the API in such a module.
    .snippets("SnippetMainActorTests", .defaultIsolation(MainActor.self)),
    // The snippets that use Swinject.
    .snippets("SnippetSwinjectTests", with: ["Swinject"]),
  ],
  swiftLanguageModes: [.v6]
)

extension Target {
  static func snippets(_ name: String, _ settings: SwiftSetting..., with others: [Dependency] = []) -> Target {
    let modules = ["Nexus", "AstrojectGraph", "AstrojectTool", "AstrojectTesting", "Singularity"]
    return .testTarget(
      name: name, dependencies: modules.map { .product(name: $0, package: "Astroject") } + others,
      swiftSettings: settings, plugins: ["SnippetPlugin"])
  }
}

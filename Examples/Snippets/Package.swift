// swift-tools-version: 6.2
import PackageDescription

// The snippets of the README and of the site's articles, as tests: the plugin has the extractor write one for each.
let package = Package(
  name: "Snippets",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
    .executableTarget(name: "SnippetExtractor"),
    .plugin(name: "SnippetPlugin", capability: .buildTool(), dependencies: ["SnippetExtractor"]),
    // Those of the README, in Swift 6.
    .testTarget(
      name: "SnippetTests",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"), .product(name: "AstrojectGraph", package: "Astroject"),
        .product(name: "AstrojectTesting", package: "Astroject"), .product(name: "Singularity", package: "Astroject"),
      ],
      plugins: ["SnippetPlugin"]
    ),
    // Those of the README and of the articles, in Swift 5 mode.
    .testTarget(
      name: "SnippetSwift5Tests",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"), .product(name: "AstrojectGraph", package: "Astroject"),
        .product(name: "AstrojectTesting", package: "Astroject"), .product(name: "Singularity", package: "Astroject"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)],
      plugins: ["SnippetPlugin"]
    ),
    // Those of the articles, in Swift 6.
    .testTarget(
      name: "SnippetArticleTests",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"), .product(name: "AstrojectGraph", package: "Astroject"),
        .product(name: "AstrojectTesting", package: "Astroject"), .product(name: "Singularity", package: "Astroject"),
      ],
      plugins: ["SnippetPlugin"]
    ),
    // The article about resource files, which name the types of its module.
    .testTarget(
      name: "SnippetResourceFilesTests",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"), .product(name: "AstrojectGraph", package: "Astroject"),
        .product(name: "AstrojectTesting", package: "Astroject"), .product(name: "Singularity", package: "Astroject"),
      ],
      plugins: ["SnippetPlugin"]
    ),
    // The snippets about modules whose default isolation is the main actor, and the guide's forms in such a module.
    .testTarget(
      name: "SnippetMainActorTests",
      dependencies: [
        .product(name: "Nexus", package: "Astroject"), .product(name: "AstrojectGraph", package: "Astroject"),
        .product(name: "AstrojectTesting", package: "Astroject"), .product(name: "Singularity", package: "Astroject"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)],
      plugins: ["SnippetPlugin"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

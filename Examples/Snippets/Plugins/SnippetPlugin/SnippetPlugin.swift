import Foundation
import PackagePlugin

/// Turns the snippets of the README and of the site's articles into source files of a test target.
///
/// | target | source of its snippets |
/// |---|---|
/// | `SnippetTests` | the README |
/// | `SnippetArticleTests` | the articles and the steps of the tutorial |
/// | `SnippetMainActorTests` | all documents, but only the fences for a module isolated to the main actor |
/// | `SnippetSwinjectTests` | the articles, but only the fences that use Swinject |
/// | `SnippetNAMETests` | the article NAME, whose resource files name types of their module |
///
/// A target with `Swift5` in its name has the same snippets, in Swift 5 mode.
@main
struct SnippetPlugin: BuildToolPlugin {
  private let alone = ["ResourceFiles"]

  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let package = context.package.directoryURL
    let readme = package.appending(path: "../../README.md").standardized
    let catalog = package.appending(path: "../../docs/Astroject.docc").standardized
    let articles = try articles(in: catalog).map { [$0] }
    let steps = try steps(in: catalog)
    let subject = target.name.dropFirst("Snippet".count).dropLast("Tests".count).replacing("Swift5", with: "")
    let documents =
      switch subject {
      case "": [[readme]]
      case "MainActor": [[readme]] + articles
      case "Swinject": articles
      case "Article":
        articles.filter { !alone.contains($0[0].deletingPathExtension().lastPathComponent) } + steps
      default: articles.filter { $0[0].deletingPathExtension().lastPathComponent == subject }
      }
    let prelude = package.appending(path: "Prelude.swift")
    let kind = ["MainActor": "main-actor", "Swinject": "swinject"][subject] ?? "other"
    return try documents.map { files in
      let name = files[0].deletingPathExtension().lastPathComponent
      let shares = !alone.contains(name)
      let output = context.pluginWorkDirectoryURL.appending(path: "\(name)Snippets.swift")
      return .buildCommand(
        displayName: "Extracting the snippets of \(name) for \(target.name)",
        executable: try context.tool(named: "SnippetExtractor").url,
        arguments: [
          files.map(\.path).joined(separator: ","), prelude.path, kind, shares ? "shared" : "alone", output.path,
        ],
        inputFiles: files + [prelude],
        outputFiles: [output]
      )
    }
  }

  /// Returns the articles with snippets in a catalog and its folders, sorted by path.
  private func articles(in catalog: URL) throws -> [URL] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: catalog.path).filter { $0.hasSuffix(".md") }
    let articles = paths.sorted().map { catalog.appending(path: $0) }
    return try articles.filter { try String(contentsOf: $0, encoding: .utf8).contains("```swift") }
  }

  /// Returns the steps of the tutorial, sorted by path. The program follows each step that tests it.
  private func steps(in catalog: URL) throws -> [[URL]] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: catalog.path).filter { $0.hasSuffix(".swift") }
    let steps = paths.sorted().map { catalog.appending(path: $0) }
    let program = steps.last { $0.lastPathComponent.hasSuffix("-App.swift") }
    return steps.map { step in
      step.lastPathComponent.hasSuffix("Tests.swift") ? [step] + (program.map { [$0] } ?? []) : [step]
    }
  }
}

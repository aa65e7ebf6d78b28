import Foundation
import PackagePlugin

/// Turns the snippets of the README and of the site's articles into source files of a test target.
///
/// `SnippetTests` has those of the README. `SnippetArticleTests` has those of the articles, and the steps of the
/// tutorial. `SnippetMainActorTests` has those of all documents that need another isolation. An article whose files
/// name the types of its module has a target of its own, which is called after it. With `Swift5` in its name, a target
/// has the same.
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
      case "Article":
        articles.filter { !alone.contains($0[0].deletingPathExtension().lastPathComponent) } + steps
      default: articles.filter { $0[0].deletingPathExtension().lastPathComponent == subject }
      }
    let prelude = package.appending(path: "Prelude.swift")
    let isolation = subject == "MainActor" ? "main-actor" : "nonisolated"
    return try documents.map { files in
      let name = files[0].deletingPathExtension().lastPathComponent
      let shares = !alone.contains(name)
      let output = context.pluginWorkDirectoryURL.appending(path: "\(name)Snippets.swift")
      return .buildCommand(
        displayName: "Extracting the snippets of \(name) for \(target.name)",
        executable: try context.tool(named: "SnippetExtractor").url,
        arguments: [
          files.map(\.path).joined(separator: ","), prelude.path, isolation, shares ? "shared" : "alone", output.path,
        ],
        inputFiles: files + [prelude],
        outputFiles: [output]
      )
    }
  }

  /// The articles of a catalog and of its folders that have snippets, in order.
  private func articles(in catalog: URL) throws -> [URL] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: catalog.path).filter { $0.hasSuffix(".md") }
    let articles = paths.sorted().map { catalog.appending(path: $0) }
    return try articles.filter { try String(contentsOf: $0, encoding: .utf8).contains("```swift") }
  }

  /// The steps of the tutorial, in order; one that tests the program has the program behind it.
  private func steps(in catalog: URL) throws -> [[URL]] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: catalog.path).filter { $0.hasSuffix(".swift") }
    let steps = paths.sorted().map { catalog.appending(path: $0) }
    let program = steps.last { $0.lastPathComponent.hasSuffix("-App.swift") }
    return steps.map { step in
      step.lastPathComponent.hasSuffix("Tests.swift") ? [step] + (program.map { [$0] } ?? []) : [step]
    }
  }
}

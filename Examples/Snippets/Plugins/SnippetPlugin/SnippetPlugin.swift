import Foundation
import PackagePlugin

/// Turns the snippets of the README into a source file of a test target.
@main
struct SnippetPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let package = context.package.directoryURL
    let readme = package.appending(path: "../../README.md").standardized
    let prelude = package.appending(path: "Prelude.swift")
    let output = context.pluginWorkDirectoryURL.appending(path: "Snippets.swift")
    let isolation = target.name.contains("MainActor") ? "main-actor" : "nonisolated"
    return [
      .buildCommand(
        displayName: "Extracting the snippets of the README for \(target.name)",
        executable: try context.tool(named: "SnippetExtractor").url,
        arguments: [readme.path, prelude.path, isolation, output.path],
        inputFiles: [readme, prelude],
        outputFiles: [output]
      )
    ]
  }
}

import AstrojectGraph
import Foundation
import Nexus
import Singularity
import Testing

// Collects the output of the snippets of a document, and compares it with the output in the document.

/// Replaces Swift's `print`.
nonisolated private func print(_ items: Any...) {
  Printed.current?.append(items.map { String(describing: $0) }.joined(separator: " "))
}

nonisolated private final class Printed: @unchecked Sendable {
  @TaskLocal static var current: Printed?

  private let lock = NSLock()
  private var lines: [String] = []

  func append(_ text: String) {
    lock.withLock { lines += text.components(separatedBy: "\n") }
  }

  /// Returns the lines that a snippet prints.
  static func by(_ snippet: () async throws -> Void) async throws -> [String] {
    let printed = Printed()
    try await $current.withValue(printed) { try await snippet() }
    return printed.lock.withLock { printed.lines }
  }
}

/// Compares the output line by line.
///
/// Source locations differ between builds, so all of them are equal. The name of the module is replaced with `App`.
/// Blank lines at the end are ignored.
nonisolated private func expect(_ printed: [String], _ expected: [String], atLine line: Int) {
  let place = #/\w+/\w+\.(swift|md):\d+/#
  var printed = printed.map {
    $0.replacing(place, with: "File.swift:1").replacing(#/Snippet\w*Tests\./#, with: "App.")
  }
  while printed.last == "" { printed.removeLast() }
  let expected = expected.map { $0.replacing(place, with: "File.swift:1") }
  #expect(
    printed == expected,
    sourceLocation: SourceLocation(fileID: "Snippets/\(document)", filePath: document, line: line, column: 1))
}

/// Replaces the bundle of an app. It has the files of the document, which name this module instead of `App`.
nonisolated extension Bundle {
  fileprivate static var module: Bundle {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Snippets-\(UUID().uuidString)")
    let module = String(String(reflecting: Printed.self).prefix { $0 != "." })
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in documentFiles {
        try text.replacing("\"App\"", with: "\"\(module)\"").replacing("\"App.", with: "\"\(module).")
          .write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
      }
    } catch { fatalError("Failed to write the files of \(document): \(error)") }
    return Bundle(path: folder.path) ?? .main
  }
}

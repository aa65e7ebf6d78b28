import AstrojectGraph
import Foundation
import Nexus
import Singularity
import Testing

// What the snippets of a document print is collected and compared with what the document says.

/// Stands in for Swift's `print`.
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

  /// The lines that a snippet prints.
  static func by(_ snippet: () async throws -> Void) async throws -> [String] {
    let printed = Printed()
    try await $current.withValue(printed) { try await snippet() }
    return printed.lock.withLock { printed.lines }
  }
}

/// Compares line by line; a place in the source, which differs from one build to another, equals any other, and the
/// module is `App`. No blank line at the end counts.
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

/// Stands in for the bundle of an app, with the files of the document. The module that they name is this one.
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
    } catch { fatalError("The files of \(document) cannot be written: \(error)") }
    return Bundle(path: folder.path) ?? .main
  }
}

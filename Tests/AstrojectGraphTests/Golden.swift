import Foundation
import Testing

/// Whether golden files are written instead of read.
let isRecording = ProcessInfo.processInfo.environment["ASTROJECT_RECORD"] == "1"

/// Expects a text to be that of a file in `Graph/Golden`.
///
/// With `ASTROJECT_RECORD=1` in the environment the file is written instead.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden").appendingPathComponent(name)
  do {
    if isRecording {
      try text.write(to: file, atomically: true, encoding: .utf8)
    } else {
      // A checkout on Windows may have other ends of lines.
      let golden = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: "\r\n", with: "\n")
      if let difference = firstDifference(of: text, from: golden) {
        Issue.record("\(name), \(difference)", sourceLocation: sourceLocation)
      }
    }
  } catch {
    Issue.record("\(name), which ASTROJECT_RECORD=1 would write: \(error)", sourceLocation: sourceLocation)
  }
}

/// Where a text begins to be another one, and what stands there.
func firstDifference(of text: String, from golden: String) -> String? {
  let found = text.split(separator: "\n", omittingEmptySubsequences: false)
  let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
  guard found != expected else { return nil }
  let line = zip(found, expected).prefix { $0 == $1 }.count
  func quote(_ lines: [Substring]) -> String { line < lines.count ? "“\(lines[line])”" : "the end" }
  return "line \(line + 1): expected \(quote(expected)), found \(quote(found))"
}

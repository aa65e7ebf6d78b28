#if canImport(Testing)
  import Foundation
  import Testing

  /// True if golden files are written instead of read.
  package let isRecording = ProcessInfo.processInfo.environment["ASTROJECT_RECORD"] == "1"

  /// Expects a text to equal a file in the folder `Golden` of the caller's target.
  ///
  /// With `ASTROJECT_RECORD=1` in the environment, it writes the file instead.
  package func expectGolden(
    _ text: String, _ name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let difference = goldenDifference(of: text, from: name, filePath: filePath) {
      Issue.record("\(difference)", sourceLocation: sourceLocation)
    }
  }

  /// Describes the first difference of a text from a golden file, or why there is no such file; nil if they are equal.
  ///
  /// With `ASTROJECT_RECORD=1` in the environment, it writes the file instead.
  package func goldenDifference(of text: String, from name: String, filePath: String = #filePath) -> String? {
    let file = golden(name, filePath)
    do {
      if isRecording {
        try text.write(to: file, atomically: true, encoding: .utf8)
        return nil
      }
      // A checkout on Windows may have other line ends.
      let golden = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: "\r\n", with: "\n")
      return firstDifference(of: text, from: golden).map { "\(name), \($0)" }
    } catch {
      return "\(name), which ASTROJECT_RECORD=1 would write: \(error)"
    }
  }

  /// Returns the file of a name in the nearest folder `Golden` around a source file.
  package func golden(_ name: String, _ filePath: String = #filePath) -> URL {
    var folder = URL(fileURLWithPath: filePath).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Golden").path), folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    return folder.appendingPathComponent("Golden").appendingPathComponent(name)
  }

  /// Describes the first line where a text differs from another one; nil if there is none.
  package func firstDifference(of text: String, from golden: String) -> String? {
    let found = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
    guard found != expected else { return nil }
    let line = zip(found, expected).prefix { $0 == $1 }.count
    func quote(_ lines: [Substring]) -> String { line < lines.count ? "“\(lines[line])”" : "the end" }
    return "line \(line + 1): expected \(quote(expected)), found \(quote(found))"
  }
#endif

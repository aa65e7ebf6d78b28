import Foundation
import TestSupport
import Testing

@testable import AstrojectTool

struct FormatTests {
  @Test func `no form has a raw control character of a name`() async {
    let commands = [["list"], ["why", "Case"], ["needs", "Case"], ["graph"], ["graph", "--format", "dot"]]
    for words in Verify.Format.allCases.map({ ["--format", $0.rawValue] }) + commands {
      let outcome = await SuspectTool.run(words, in: Surroundings(directory: testFolder))
      #expect(outcome.status == (words[0] == "--format" ? 1 : 0) && !outcome.output.isEmpty)
      #expect(
        !outcome.output.unicodeScalars.contains { "\u{1b}\r\u{202e}\u{0}".unicodeScalars.contains($0) }, "\(words)")
    }
  }

  // MARK: Xcode

  @Test func `Xcode's form has an error and a note on a line each, with the whole path`() async {
    let lines = await SuspectTool.run("--format", "xcode").output.split(separator: "\n")
    #expect(lines.count == SuspectTool.names.count * 2 + 1)
    let place = "\(testFolder)/Formats/Hostile.swift:\(SuspectTool.line): "
    for (number, line) in lines.dropLast().enumerated() {
      #expect(line.hasPrefix(place + (number % 2 == 0 ? "error: No registration" : "note: register it: ")), "\(line)")
      #expect(number % 2 == 1 || line.hasSuffix(" [missing-dependency]"))
    }
    let count = SuspectTool.names.count
    #expect(lines.last == "\(count) problems in \(count) registrations.")
  }

  @Test func `Xcode's form keeps the blanks of a path, and has the identity for a missing file`() async throws {
    let folder = try TemporaryFolder(named: "My App", ["Nowhere.swift": String(repeating: "\n", count: 9)])
    let lines = await FaultyTool.run("--format", "xcode", "--directory", folder.url.path).output
    #expect(
      lines.contains(
        "\(folder.url.standardizedFileURL.path)/Nowhere.swift:7: error: No registration found for Shop.Lamp."))
    let unfound = await FaultyTool.run("--format", "xcode").output
    #expect(unfound.contains("\nElsewhere/Nowhere.swift:7: note: register it"))
    #expect(unfound.hasPrefix("error: No registration found for Shop.Window, which was named as a root. [missing-dep"))
  }

  @Test func `the pattern that the article gives to an editor matches each error`() async throws {
    let article = URL(fileURLWithPath: testFolder).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/Astroject.docc/ContinuousIntegration.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let pattern = try #require(text.firstMatch(of: #/"regexp": "(?<pattern>[^"]+)"/#)?.pattern)
    let regex = try Regex(String(pattern).replacing(#"\\"#, with: #"\"#))
    for line in await SuspectTool.run("--format", "xcode").output.split(separator: "\n").dropLast() {
      let match = try regex.wholeMatch(in: String(line))
      guard line.contains(": error: ") else { continue }
      #expect(match?.output[1].substring == "\(testFolder)/Formats/Hostile.swift")
      #expect(match?.output[2].substring == "\(SuspectTool.line)")
    }
  }

  // MARK: GitHub

  /// Reads a command as GitHub's runner does.
  private func command(_ line: Substring) -> (properties: [String: String], message: String)? {
    guard line.hasPrefix("::error "), let end = line.dropFirst(2).range(of: "::") else { return nil }
    func decoded(_ text: some StringProtocol, _ codes: [(String, String)]) -> String {
      codes.reduce(String(text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
    let codes = [("%0D", "\r"), ("%0A", "\n")]
    let pairs = line[line.index(line.startIndex, offsetBy: 8)..<end.lowerBound].split(separator: ",").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      return (String(parts[0]), decoded(parts[1], codes + [("%3A", ":"), ("%2C", ","), ("%25", "%")]))
    }
    let properties = Dictionary(pairs) { first, _ in first }
    return (properties, decoded(line[end.upperBound...], codes + [("%25", "%")]))
  }

  @Test func `GitHub's form is one command for each finding, and has file, line, title and text`() async throws {
    let outcome = await SuspectTool.run("--format", "github")
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == SuspectTool.names.count + 1)
    #expect(!outcome.output.contains("\n##[") && !lines[SuspectTool.names.count].contains("##["))
    let container = try SuspectTool.makeContainer()
    for (line, finding) in zip(lines, container.graphReport().findings) {
      let read = try #require(command(line))
      #expect(
        read.properties == [
          "file": "Formats/Hostile.swift", "line": "\(SuspectTool.line)", "title": "missing-dependency",
        ])
      let text = [finding.headline] + finding.details + ["Remedy: \(finding.remedy)"]
      let identity = "AstrojectToolTests/Hostile.swift:"
      #expect(read.message == text.joined(separator: "\n").replacing(identity, with: "Formats/Hostile.swift:"))
    }
    let faulty = await FaultyTool.run("--format", "github").output.split(separator: "\n")
    #expect(command(faulty[0])?.properties == ["title": "missing-dependency"])
    #expect(command(faulty[1])?.message.hasPrefix("Elsewhere/Nowhere.swift:7\nNo registration found") == true)
    #expect(faulty.last == "2 problems in 4 registrations.")
    #expect(faulty.dropFirst(2).allSatisfy { !$0.hasPrefix("::") })
  }

  @Test func `GitHub's form escapes percent signs, ends of lines, colons and commas`() {
    #expect(GitHubFormat.data("100% a:b,c\nd") == "100%25 a:b,c%0Ad")
    #expect(GitHubFormat.property("100% a:b,c\nd") == "100%25 a%3Ab%2Cc%0Ad")
    #expect(GitHubFormat.plain("  ::error::x") == "\\  ::error::x" && GitHubFormat.plain("a ##[x]") == "a ##\\[x]")
    #expect(GitHubFormat.data("\r\u{1b}") == "\\r\\u{1B}")
  }

  // MARK: SARIF

  @Test func `SARIF has another fingerprint for each finding of one rule and registration`() async {
    let prints = await TwinTool.run("--format", "sarif").output.matches(of: #/"finding.{1,2}v1" : (.+)/#).map { $0.1 }
    #expect(prints.count >= 3 && Set(prints).count == prints.count, "\(prints)")
  }

  @Test func `SARIF has a result for each finding, with a place where the file is found`() async throws {
    let outcome = await FaultyTool.run("--format", "sarif")
    let log = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["missing-dependency", "missing-dependency"])
    // Services refuse a file in which a result has no place.
    #expect(results.map { ($0["locations"] as? [Any])?.count } == [1, 1])
    #expect(
      outcome.output.contains(#""uri" : "Package.swift""#)
        && outcome.output.contains(#""uri" : "Elsewhere/Nowhere.swift""#))
    let suspect = await SuspectTool.run("--format", "sarif").output
    #expect(
      suspect.contains(#""uri" : "Formats/Hostile.swift""#) && suspect.contains(#""startLine" : \#(SuspectTool.line)"#))
    // `.ci/formats` gives the files to a validator.
    if let folder = ProcessInfo.processInfo.environment["ASTROJECT_FORMATS"] {
      for (name, text) in [("faulty", outcome.output), ("suspect", suspect)] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).sarif"))
      }
    }
  }
}

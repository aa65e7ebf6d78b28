import Foundation
import TestSupport
import Testing

@testable import AstrojectTool

struct VerifyTests {
  @Test func `a valid graph is told with the number of registrations, and the status is 0`() async {
    let outcome = await ValidTool.run()
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(
      outcome.output.hasSuffix("No problems in 7 registrations, 1 forwarding; 1 opaque: String named \"opaque\".\n"))
    #expect(
      outcome.output.contains("Opaque: 1 registration") && outcome.output.contains(", a closure: register an init"))
    #expect(await ValidTool.run("verify") == outcome)
  }

  @Test func `each finding is told with its line from the directory, and the status is 1`() async {
    let outcome = await FaultyTool.run("verify")
    #expect(outcome.status == 1)
    let lost = "Not found below \(testFolder): Elsewhere/Nowhere.swift. `--directory` names another folder.\n"
    #expect(outcome.error == lost)
    let root = "No registration found for Shop.Window, which was named as a root. [missing-dependency]\n"
    #expect(outcome.output.hasPrefix(root))
    #expect(
      outcome.output.short.contains(
        """
        Elsewhere/Nowhere.swift:7: No registration found for Lamp. [missing-dependency]
          Needed by: Double, registered at Elsewhere/Nowhere.swift:7, as parameter 1 of 1
          Path: Double → Lamp
          Remedy: register it: `try container.register(initializer: Lamp.init)`; or name it in `externals:` if it comes from elsewhere.
        """), "\(outcome.output.short)")
    #expect(outcome.output.hasSuffix("\n2 problems in 4 registrations.\n"))
  }

  @Test func `the limit of opaque registrations and the hints make findings`() async {
    #expect(await ValidTool.run("--max-opaque", "1").status == 0)
    let limited = await ValidTool.run("--max-opaque=0")
    #expect(limited.status == 1 && limited.output.hasPrefix("1 registration is opaque, and 0 may be. [opaque]"))
    let hinted = await ValidTool.run("verify", "--hints")
    #expect(hinted.status == 1)
    #expect(
      hinted.output.contains(": No registration found for Shop.Lamp, which Shop.Till may do without. [unprovided-"))
  }

  @Test(arguments: [Verify.Format.text, .github, .sarif])
  func `each line and section of a report names files from the directory`(format: Verify.Format) async throws {
    let folder = try TemporaryFolder(named: "My App", [BlankTool.name: String(repeating: "\n", count: 9)])
    let outcome = await BlankTool.run("--format", format.rawValue, "--directory", folder.url.path)
    let text = outcome.output.replacing("\\\"", with: "\"")
    #expect(outcome.status == 1 && outcome.error.isEmpty)
    #expect(!text.contains("Elsewhere"), "\(text)")
    #expect(text.contains("Registered at: \(BlankTool.name):4"))
    #expect(text.contains("Needed by: Double, registered at \(BlankTool.name):2, as parameter 1 of 1"))
    #expect(text.contains("\"registered at night\", registered at \(BlankTool.name):3 (under another name or key)"))
    if format == .sarif { return }
    for title in ["Hints", "Opaque", "Unused", "Replacements"] { #expect(text.contains("\n\(title): ")) }
    #expect(text.contains(", replaces the one at \(BlankTool.name):4\n"))
  }

  @Test func `the remedy for too many opaque registrations names the option in each form that a person reads`() async {
    for format in Verify.Format.allCases where format != .json {
      let output = await ValidTool.run("--max-opaque", "0", "--format", format.rawValue).output
      #expect(output.contains("or raise `--max-opaque`.") && !output.contains("maxOpaque"), "\(output)")
    }
  }

  @Test func `each opaque registration is a problem of its own in a list of problems`() async throws {
    let line = "String named \"opaque\" is opaque, a closure: register an initializer, or"
    for format in ["xcode", "github", "sarif"] {
      let outcome = await ValidTool.run("--max-opaque", "0", "--format", format)
      #expect(outcome.status == 1 && outcome.error.isEmpty)
      let text = outcome.output.replacing("\\\"", with: "\"")
      #expect(text.contains(line) && text.contains("Support/Tools.swift"), "\(text)")
    }
  }

  @Test func `the report is written to a file that is named`() async throws {
    let file = try TemporaryFile("old")
    let outcome = await FaultyTool.run("--format", "sarif", "--output", file.path)
    #expect(outcome.output.isEmpty && outcome.status == 1)
    #expect(await file.text == FaultyTool.run("--format", "sarif").output)
  }

  @Test func `a container that cannot be made is an error in the form that was asked for`() async {
    #expect(await BrokenTool.run("--format", "xcode").error.hasPrefix("error: The container could not be made.\n"))
    #expect(await BrokenTool.run("--format", "github").error.hasPrefix("::error title=verify::The container could not"))
    #expect(await LocalizedTool.run().error == "The container could not be made.\nno network\n")
  }

  @Test func `a directory that is no folder is an error`() async {
    #expect(await ValidTool.run("--directory", "/nowhere at all").error == "\"/nowhere at all\" is no folder.\n")
    #expect(await ValidTool.run("--directory", #filePath).status == 2)
  }

  @Test func `in a workflow of GitHub its form is the default`() async {
    #expect(await FaultyTool.run(environment: ["GITHUB_ACTIONS": "true"]).output.hasPrefix("::error "))
    #expect(await FaultyTool.run("--format", "text", environment: ["GITHUB_ACTIONS": "true"]) == FaultyTool.run())
  }

  @Test func `there is colour on a terminal, unless NO_COLOR is set`() async {
    #expect(await FaultyTool.run(isTerminal: true).output.contains("\u{1b}[1;31m"))
    #expect(await FaultyTool.run(environment: ["NO_COLOR": "1"], isTerminal: true) == FaultyTool.run())
    #expect(await !FaultyTool.run().output.contains("\u{1b}"))
    for format in Verify.Format.allCases where format != .text {
      #expect(await !FaultyTool.run("--format", format.rawValue, isTerminal: true).output.contains("\u{1b}"))
    }
  }

  @Test func `files are searched in the directory that is named`() async throws {
    let file = try TemporaryFile("")
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
    #expect(await SuspectTool.run("--directory", folder).output.contains("AstrojectToolTests/Hostile.swift:"))
    let relative = await SuspectTool.run("--directory", "Formats")
    #expect(relative.output.hasPrefix("Hostile.swift:") || relative.output.contains("\nHostile.swift:"))
  }

  @Test func `the JSON is the report, which is read again`() async throws {
    let outcome = await FaultyTool.run("--format", "json")
    let report = try JSONDecoder().decode(GraphReport.self, from: Data(outcome.output.utf8))
    #expect(outcome.status == 1)
    #expect(
      try report == FaultyTool.makeContainer().graphReport(roots: FaultyTool.roots, externals: FaultyTool.externals))
  }
}

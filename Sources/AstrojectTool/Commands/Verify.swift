import Nexus

/// Checks the graph and prints all findings.
enum Verify: Command {
  static let name = "verify"
  static let summary = "Check the whole graph without building anything. This is the default."
  static let options = [
    Option(name: "--format", value: "text|xcode|github|sarif|json", summary: "The form of the findings."),
    Option(name: "--max-opaque", value: "N", summary: "Fail if more than N registrations are opaque."),
    Option(name: "--hints", value: nil, summary: "Fail for hints, too."),
    Option(name: "--directory", value: "DIR", summary: "The folder in which the files of registrations are searched."),
    .output,
  ]

  enum Format: String, CaseIterable { case text, xcode, github, sarif, json }

  static func check(_ invocation: Invocation) throws {
    _ = try format(of: invocation)
    _ = try invocation.number("--max-opaque")
  }

  /// In a workflow of GitHub, its form is the default.
  private static func format(of invocation: Invocation) throws -> Format {
    let isInWorkflow = !(invocation.surroundings.environment["GITHUB_ACTIONS"] ?? "").isEmpty
    return try invocation.choice("--format", Format.self) ?? (isInWorkflow ? .github : .text)
  }

  static func run(_ subject: Subject) throws -> Outcome {
    let invocation = subject.invocation
    let report = try subject.report(
      maxOpaque: invocation.number("--max-opaque"), hints: invocation.has("--hints"))
    let findings = PlacedFindings(report, try subject.places())
    let text =
      switch try format(of: invocation) {
      case .text: TextFormat.text(of: findings, Style(invocation.surroundings))
      case .xcode: XcodeFormat.text(of: findings)
      case .github: GitHubFormat.text(of: findings)
      case .sarif: try SARIFFormat.text(of: findings)
      case .json: try JSON.text(of: report)
      }
    var outcome = try subject.deliver(text)
    outcome.status = report.findings.isEmpty ? 0 : 1
    outcome.error = findings.lost.map { $0 + "\n" } ?? ""
    return outcome
  }

  static func refusal(_ text: String, of invocation: Invocation) -> String {
    switch try? format(of: invocation) {
    case .xcode: "error: \(text)"
    case .github: "::error title=verify::\(GitHubFormat.data(text))"
    case .text, .sarif, .json, nil: text
    }
  }
}

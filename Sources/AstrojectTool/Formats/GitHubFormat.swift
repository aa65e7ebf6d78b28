/// Findings as commands of a workflow of GitHub, which shows each at its line of a pull request.
///
/// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
enum GitHubFormat {
  static func text(of findings: PlacedFindings) -> String {
    let lines = findings.report.findings.map { finding -> String in
      var properties: [String] = []
      if let place = findings.place(of: finding) {
        properties += ["file=\(property(findings.places.relative(place.path)))", "line=\(place.line)"]
      }
      properties.append("title=\(property(finding.rule.rawValue))")
      // The identity stands where the file is not known.
      let start = properties.count > 1 ? [] : [findings.text(of: finding)].compactMap { $0 }
      let message = start + [finding.headline] + finding.details + ["Remedy: \(finding.remedy)"]
      return "::error \(properties.joined(separator: ","))::\(data(message.joined(separator: "\n")))"
    }
    // Only what begins with two colons is a command.
    return (lines + [data(findings.report.summary + ".")]).joined(separator: "\n") + "\n"
  }

  /// Escapes the text of a command.
  static func data(_ text: String) -> String {
    escape(text.foreign, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// Escapes the value of a property of a command.
  static func property(_ text: String) -> String {
    escape(text.foreign, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private static func escape(_ text: String, _ signs: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += signs[$1] ?? String($1) }
  }
}

/// Findings as commands of a workflow of GitHub, which shows each at its line of a pull request.
///
/// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
enum GitHubFormat {
  static func text(of findings: PlacedFindings) -> String {
    let lines = findings.problems.map { problem -> String in
      var properties: [String] = []
      if let place = problem.place {
        properties += ["file=\(property(findings.places.relative(place.path)))", "line=\(place.line)"]
      }
      properties.append("title=\(property(problem.rule.rawValue))")
      return "::error \(properties.joined(separator: ","))::\(data(problem.text))"
    }
    let remarks = findings.remarks.flatMap { $0.split(separator: "\n").map(String.init) }
    return (lines + (remarks + [findings.report.summary + "."]).map(plain)).joined(separator: "\n") + "\n"
  }

  /// Returns a line that is no command: one begins with two colons, or has `##[` anywhere.
  static func plain(_ line: String) -> String {
    let text = line.escaped(to: .max).replacing("##[", with: "##\\[")
    return text.drop { $0 == " " }.hasPrefix("::") ? "\\" + text : text
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

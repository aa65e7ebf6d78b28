/// Findings to be read by a person.
enum TextFormat {
  static func text(of findings: PlacedFindings, _ style: Style) -> String {
    let report = findings.report
    var paragraphs = report.findings.map { finding -> String in
      let place = findings.text(of: finding).map { style.strong($0.escaped(to: .max)) + ": " } ?? ""
      let lines = [place + style.problem(finding.title)] + findings.details(of: finding).map { "  " + $0.foreign }
      return (lines + ["  " + style.strong("Remedy:") + " " + findings.remedy(of: finding).foreign]).joined(
        separator: "\n")
    }
    paragraphs += findings.remarks.map(\.foreign)
    let summary = (report.summary + ".").foreign
    paragraphs.append(report.findings.isEmpty ? style.good(summary) : style.problem(summary))
    return paragraphs.joined(separator: "\n\n") + "\n"
  }
}

/// Findings as Xcode's and other editors' lists of problems read them.
///
/// https://developer.apple.com/documentation/xcode/running-custom-scripts-during-a-build
enum XcodeFormat {
  static func text(of findings: PlacedFindings) -> String {
    let lines = findings.report.findings.flatMap { finding -> [String] in
      let place = findings.place(of: finding).map { "\($0.path):\($0.line)" } ?? finding.location?.description
      let start = place.map { $0.escaped(to: .max) + ": " } ?? ""
      return [
        "\(start)error: \(finding.title)", "\(start)note: \(finding.remedy.escaped(to: .max))",
      ]
    }
    return (lines + [(findings.report.summary + ".").escaped(to: .max)]).joined(separator: "\n") + "\n"
  }
}

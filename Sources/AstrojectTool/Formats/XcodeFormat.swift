/// Findings as Xcode's and other editors' lists of problems read them.
///
/// https://developer.apple.com/documentation/xcode/running-custom-scripts-during-a-build
enum XcodeFormat {
  static func text(of findings: PlacedFindings) -> String {
    let lines = findings.problems.flatMap { problem -> [String] in
      let place = problem.place.map { "\($0.path):\($0.line)" } ?? problem.location?.description
      let start = place.map { $0.escaped(to: .max) + ": " } ?? ""
      return ["\(start)error: \(problem.title)", "\(start)note: \(problem.remedy.escaped(to: .max))"]
    }
    return (lines + [(findings.report.summary + ".").escaped(to: .max)]).joined(separator: "\n") + "\n"
  }
}

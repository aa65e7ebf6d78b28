import AstrojectSources
import Nexus

/// The findings of a report, each with its place in the sources if that is found.
struct PlacedFindings {
  let report: GraphReport
  let places: Places
  private let found: [CodeLocation: SourcePlace]

  init(_ report: GraphReport, _ places: Places) {
    self.report = report
    self.places = places
    found = places.find(report.findings.compactMap(\.location))
  }

  /// Returns the place of a finding; nil if it has no location, or if the file is not found.
  func place(of finding: GraphFinding) -> SourcePlace? { finding.location.flatMap { found[$0] } }

  /// Returns the place of a finding as text: its path from the directory, or its identity; nil if it has no location.
  func text(of finding: GraphFinding) -> String? { finding.location.map { places.text(of: $0, found) } }
}

extension GraphFinding {
  /// The headline and the rule in one line: `No registration found for Store. [missing-dependency]`.
  var title: String { "\(headline) [\(rule.rawValue)]".escaped(to: .max) }
}

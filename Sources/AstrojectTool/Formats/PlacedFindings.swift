import AstrojectSources
import Nexus

/// The findings of a report, each with its place in the sources if that is found.
struct PlacedFindings {
  /// A finding as a list of problems shows it: one that is opaque is shown for each registration that is.
  struct Problem {
    let rule: GraphRule
    let headline: String
    let details: [String]
    let remedy: String
    let location: CodeLocation?
    /// A text that stays the same when lines move.
    let identity: String
    /// The place in the sources; nil without a location, or if the file is not found.
    let place: SourcePlace?

    /// The headline and the rule in one line: `No registration found for Store. [missing-dependency]`.
    var title: String { rule.title(of: headline) }

    /// The headline, the details and the remedy, in several lines. They begin with the location unless the place is
    /// shown beside them.
    var text: String {
      let start = place == nil ? location.map { ["\($0)"] } ?? [] : []
      return (start + [headline] + details + ["Remedy: \(remedy)"]).joined(separator: "\n").foreign
    }
  }

  let report: GraphReport
  let places: Places
  /// The findings for a list of problems.
  let problems: [Problem]
  private let found: [CodeLocation: SourcePlace]
  /// The details and remarks with the paths of files in place of their identities, by the original texts.
  private let texts: [String: String]

  init(_ report: GraphReport, _ places: Places) {
    self.report = report
    self.places = places
    // The words before an identity, its file, which may have blanks in its name, its line and its column.
    let mention = #/((?i:registered at:?|the one at) )((?:(?!registered at).)+?):(\d+)(?::(\d+))?/#
    let location = { (match: Regex<(Substring, Substring, Substring, Substring, Substring?)>.Match) in
      CodeLocation(file: String(match.2), line: UInt(match.3) ?? 0, column: match.4.flatMap { UInt($0) })
    }
    let originals = Set(report.findings.flatMap(\.details) + report.remarks)
    let isOpaqueFound = report.findings.contains { $0.rule == .opaque }
    let found = places.find(
      report.findings.compactMap(\.location) + (isOpaqueFound ? report.opaque.compactMap(\.location) : [])
        + originals.flatMap { $0.matches(of: mention).map(location) })
    let texts = Dictionary(
      uniqueKeysWithValues: originals.map { original in
        let text = original.replacing(mention) { match in
          found[location(match)] == nil ? String(match.0) : match.1 + places.text(of: location(match), found)
        }
        return (original, text)
      })
    (self.found, self.texts) = (found, texts)
    problems = report.findings.flatMap { PlacedFindings.problems(of: $0, in: report, found, texts) }
  }

  /// Returns the problems that a list shows for a finding.
  private static func problems(
    of finding: GraphFinding, in report: GraphReport, _ found: [CodeLocation: SourcePlace], _ texts: [String: String]
  ) -> [Problem] {
    guard finding.rule == .opaque else {
      return [
        Problem(
          rule: finding.rule, headline: finding.headline, details: finding.details.map { texts[$0] ?? $0 },
          remedy: finding.remedy, location: finding.location,
          identity: finding.identity,
          place: finding.location.flatMap { found[$0] })
      ]
    }
    return report.opaque.map { node in
      Problem(
        rule: .opaque, headline: "\(node.key) is opaque\(report.opacity[node.id] ?? "").", details: [finding.headline],
        remedy: "mend it as the line says; or raise `--max-opaque`.", location: node.location,
        identity: "opaque|\(node.id)", place: node.location.flatMap { found[$0] })
    }
  }

  /// Returns the place of a finding as text: its path from the directory, or its identity; nil if it has no location.
  func text(of finding: GraphFinding) -> String? { finding.location.map { places.text(of: $0, found) } }

  /// Returns the details of a finding, which name files by their paths.
  func details(of finding: GraphFinding) -> [String] { finding.details.map { texts[$0] ?? $0 } }

  /// Returns the remedy of a finding, which names the option of the tool.
  func remedy(of finding: GraphFinding) -> String {
    finding.remedy.replacing("`maxOpaque`", with: "`--max-opaque`")
  }

  /// The sections of the report after the findings, which name files by their paths.
  var remarks: [String] { report.remarks.map { texts[$0] ?? $0 } }

  /// A sentence about files that were not found; nil if there are none.
  var lost: String? {
    let lost = Set(problems.filter { $0.place == nil }.compactMap { $0.location?.fileID }).sorted()
    guard let first = lost.first else { return nil }
    let names = lost.count == 1 ? first : "\(first) and \(lost.count - 1) more"
    return "Not found below \(places.directory.path): \(names). `--directory` names another folder.".escaped(to: .max)
  }
}

extension GraphFinding {
  /// The headline and the rule in one line.
  var title: String { rule.title(of: headline) }

  /// The rule, the registration, the need, and the edges, because a registration may have several findings of a rule.
  ///
  /// Edges that lead from all owners of one registration are left out, because another owner makes no other finding.
  fileprivate var identity: String {
    let areOfOwners = [.missingDependency, .unprovidedOptional, .splitInstance].contains(rule)
    let edges = areOfOwners ? [] : edges.flatMap { ["\($0)", $0.to ?? ""] }
    return ([rule.rawValue, node?.id ?? "", need ?? ""] + edges).joined(separator: "|")
  }
}

extension GraphRule {
  /// Returns a headline with the rule, in one line.
  fileprivate func title(of headline: String) -> String { "\(headline) [\(rawValue)]".escaped(to: .max) }
}

import Foundation
import Nexus

/// Findings in the Static Analysis Results Interchange Format, which code-scanning services read.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum SARIFFormat {
  static func text(of findings: PlacedFindings) throws -> String {
    let rules = GraphRule.allCases.map { Rule(id: $0.rawValue) }
    let results = findings.report.findings.map { finding -> Result in
      let text = [finding.headline] + finding.details + ["Remedy: \(finding.remedy)"]
      let identity = finding.location.map { ["\($0)"] } ?? []
      let place = findings.place(of: finding)
      return Result(
        ruleId: finding.rule.rawValue, ruleIndex: GraphRule.allCases.firstIndex(of: finding.rule) ?? 0, level: "error",
        message: Message(text: ((place == nil ? identity : []) + text).joined(separator: "\n").foreign),
        locations: place.map { place in
          let uri = findings.places.relative(place.path)
          return [
            Location(
              physicalLocation: PhysicalLocation(
                artifactLocation: ArtifactLocation(
                  uri: uri.addingPercentEncoding(withAllowedCharacters: pathCharacters) ?? uri, uriBaseId: "%SRCROOT%"),
                region: Region(startLine: place.line, startColumn: place.column)))
          ]
        } ?? [],
        // Lines move; the rule, the registration and the need stay.
        partialFingerprints: [
          "finding/v1": [finding.rule.rawValue, finding.node?.id ?? "", finding.need ?? ""].joined(separator: "|")
        ])
    }
    let run = Run(
      tool: Tool(driver: Driver(name: "Astroject", rules: rules)), columnKind: "unicodeCodePoints", results: results)
    return try JSON.text(of: Log(runs: [run]))
  }

  /// The characters of a path that stand for themselves in a URI.
  private static let pathCharacters = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")

  // MARK: The form

  private struct Log: Encodable {
    var version = "2.1.0"
    var schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    let runs: [Run]

    enum CodingKeys: String, CodingKey {
      case version, runs
      case schema = "$schema"
    }
  }

  private struct Run: Encodable {
    let tool: Tool
    let columnKind: String
    let results: [Result]
  }

  private struct Tool: Encodable { let driver: Driver }

  private struct Driver: Encodable {
    let name: String
    let rules: [Rule]
  }

  private struct Rule: Encodable { let id: String }

  private struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Message
    let locations: [Location]
    let partialFingerprints: [String: String]
  }

  private struct Message: Encodable { let text: String }
  private struct Location: Encodable { let physicalLocation: PhysicalLocation }

  private struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    let region: Region
  }

  private struct ArtifactLocation: Encodable {
    let uri: String
    let uriBaseId: String
  }

  private struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
  }
}

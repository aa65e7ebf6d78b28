import Foundation
import Nexus

/// Findings in the Static Analysis Results Interchange Format, which code-scanning services read.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum SARIFFormat {
  static func text(of findings: PlacedFindings) throws -> String {
    let rules = GraphRule.allCases.map {
      Rule(id: $0.rawValue, shortDescription: Message(text: $0.rawValue.replacing("-", with: " ")))
    }
    let results = findings.problems.map { problem -> ReportedResult in
      // Services refuse a result without a place. The identity stands for a file that is not found, and the manifest
      // for a finding that no line is to blame for.
      let file = problem.place.map { findings.places.relative($0.path) } ?? problem.location?.fileID ?? "Package.swift"
      let uri = file.addingPercentEncoding(withAllowedCharacters: pathCharacters) ?? file
      let line = problem.place?.line ?? problem.location.map { Int(max($0.line, 1)) } ?? 1
      return ReportedResult(
        ruleId: problem.rule.rawValue, ruleIndex: GraphRule.allCases.firstIndex(of: problem.rule) ?? 0, level: "error",
        message: Message(text: problem.text),
        locations: [
          Location(
            physicalLocation: PhysicalLocation(
              artifactLocation: ArtifactLocation(uri: uri, uriBaseId: "%SRCROOT%"),
              region: Region(startLine: line, startColumn: problem.place?.column ?? 1)))
        ],
        // Lines move; the rule, the registration and the need stay.
        partialFingerprints: ["finding/v1": problem.identity])
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
    let results: [ReportedResult]
  }

  private struct Tool: Encodable { let driver: Driver }

  private struct Driver: Encodable {
    let name: String
    let rules: [Rule]
  }

  private struct Rule: Encodable {
    let id: String
    let shortDescription: Message
  }

  private struct ReportedResult: Encodable {
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

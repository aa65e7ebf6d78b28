import Foundation

/// The limit of a number.
struct Target: Decodable {
  struct Subject: Hashable {
    let workload: String
    let kind: Kind
  }

  let workload: String
  let kind: Kind
  let target: Double
  /// The limit that is accepted for now.
  let accepted: Double?
  /// The reason why it is accepted.
  let reason: String?

  var subject: Subject { Subject(workload: workload, kind: kind) }

  enum Verdict {
    case met
    case accepted
    /// Missed within the leeway.
    case tolerated
    case missed
  }

  /// - Parameter leeway: The factor by which a number may miss its limit, unless it counts memory.
  func verdict(on value: Double, leeway: Double) -> Verdict {
    if isMet(by: value, target) { return .met }
    if let accepted, isMet(by: value, accepted) { return .accepted }
    if kind.isOfMemory { return .missed }
    let bound = accepted ?? target
    return isMet(by: value, kind.isGain ? bound / leeway : bound * leeway) ? .tolerated : .missed
  }

  private func isMet(by value: Double, _ bound: Double) -> Bool { kind.isGain ? value >= bound : value <= bound }

  /// Reads the targets in `targets.json`.
  static func all(at url: URL) throws -> [Target] {
    try JSONDecoder().decode([Target].self, from: Data(contentsOf: url))
  }
}

extension Report {
  /// Returns a text about the targets, and true if none is missed.
  ///
  /// - Parameters:
  ///   - leeway: The factor by which a number may miss its limit, unless it counts memory.
  ///   - isWanted: Returns true if a workload was to be measured.
  func judge(
    _ targets: [Target], leeway: Double, where isWanted: (String) -> Bool
  ) -> (text: String, isGood: Bool) {
    var lines: [String] = []
    var isGood = true
    var met = 0
    for target in targets where isWanted(target.workload) {
      guard let value = value(of: target.subject) else {
        lines.append("not measured      \(target.workload), \(target.kind.rawValue)")
        if !target.kind.isOfMemory { isGood = false }
        continue
      }
      let verdict = target.verdict(on: value, leeway: leeway)
      let wanted = "\(target.workload), \(target.kind.rawValue): \(value.fixed(2)), target \(target.target.fixed(2))"
      switch verdict {
      case .met: met += 1
      case .accepted: lines.append("missed, accepted  \(wanted); \(target.reason ?? "")")
      case .tolerated, .missed:
        let bound = target.accepted.map { ", accepted \($0.fixed(2))" } ?? ""
        lines.append((verdict == .missed ? "missed            " : "missed, tolerated ") + wanted + bound)
        if verdict == .missed { isGood = false }
      }
    }
    lines.append("\(met) targets of \(met + lines.count) are met.")
    return (lines.joined(separator: "\n"), isGood)
  }
}

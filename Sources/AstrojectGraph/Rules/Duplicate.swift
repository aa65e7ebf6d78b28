import Nexus

/// Forbids a registration to replace another one of the same container, if the policy says so.
enum Duplicate: Rule {
  static let code = GraphRule.duplicate

  static func faults(in analysis: Analysis) -> [Fault] {
    guard analysis.duplicates == .fail else { return [] }
    return analysis.faults(code) { analysis.survey.registered(at: $0).summary.replaced != nil }
  }
}

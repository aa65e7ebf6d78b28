import Nexus

/// Where it is asked for, no registration may have taken the place of another one.
enum Duplicate: Rule {
  static let code = GraphRule.duplicate

  static func faults(in analysis: Analysis) -> [Fault] {
    guard analysis.duplicates == .fail else { return [] }
    return analysis.faults(code) { analysis.survey.registered(at: $0).summary.replaced != nil }
  }
}

import Nexus

/// Forbids an eager registration to take arguments, because `bootstrap` gives none.
enum EagerWithArguments: Rule {
  static let code = GraphRule.eagerWithArguments

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let summary = analysis.survey.registered(at: point).summary
      return summary.isEager && summary.needsArguments
    }
  }
}

import Nexus

/// Nobody gives arguments to what `bootstrap` builds.
enum EagerWithArguments: Rule {
  static let code = GraphRule.eagerWithArguments

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let summary = analysis.survey.registered(at: point).summary
      return summary.isEager && summary.needsArguments
    }
  }
}

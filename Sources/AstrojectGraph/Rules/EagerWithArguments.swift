import Nexus

/// Forbids an eager registration to take arguments, because `bootstrap` gives none.
enum EagerWithArguments: Rule {
  static let code = GraphRule.eagerWithArguments

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let registered = analysis.survey.registered(at: point)
      return registered.summary.isEager && !registered.blueprint.isSelfContained
    }
  }
}

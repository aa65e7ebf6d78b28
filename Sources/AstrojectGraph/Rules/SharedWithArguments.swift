import Nexus

/// One custom scope for all cannot tell products with different arguments apart.
enum SharedWithArguments: Rule {
  static let code = GraphRule.sharedWithArguments

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let summary = analysis.survey.registered(at: point).summary
      return summary.lifetime == .shared && summary.needsArguments
    }
  }
}

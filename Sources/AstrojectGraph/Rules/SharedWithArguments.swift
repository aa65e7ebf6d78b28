import Nexus

/// Forbids a shared custom scope for products with arguments, because it cannot tell them apart.
enum SharedWithArguments: Rule {
  static let code = GraphRule.sharedWithArguments

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let summary = analysis.survey.registered(at: point).summary
      return summary.lifetime == .shared && summary.needsArguments
    }
  }
}

import Nexus

/// Forbids a shared custom scope for products with arguments, because it cannot tell them apart.
enum SharedWithArguments: Rule {
  static let code = GraphRule.sharedWithArguments

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let registered = analysis.survey.registered(at: point)
      return registered.summary.lifetime == .shared && !registered.blueprint.isSelfContained
    }
  }
}

import Nexus

/// Whoever needs something that takes arguments has to be able to give them; and a plain value that is registered
/// nowhere, and comes from nobody, was to be an argument.
enum MissingArgument: Rule {
  static let code = GraphRule.argument

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.survey.links.indices.filter { concerns($0, in: analysis) }.map { index in
      let link = analysis.survey.links[index]
      return Fault(code, at: link.point, [index], need: link.need(in: analysis.survey))
    }
  }

  /// Whether a link is this rule's affair.
  static func concerns(_ index: Int, in analysis: Analysis) -> Bool {
    let survey = analysis.survey
    let link = survey.links[index]
    switch link.target {
    case .point(let end):
      guard link.use != .provider, survey.registrations[survey.points[end].registered].summary.needsArguments else {
        return false
      }
      let dependency = survey.dependency(of: link)
      // A forwarding hands on what it is given; a closure gives what it says.
      return dependency.site != .forwarding && !dependency.key.takesArguments
    case .missing(let key):
      guard case .parameter = survey.dependency(of: link).site, !analysis.isExternal(key.product) else { return false }
      return key.label == nil && TypeKind.isPlainValue(key.product)
    case .absent, .fallback, .container, .resolver: return false
    }
  }
}

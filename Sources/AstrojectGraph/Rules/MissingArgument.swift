import Nexus

/// Requires the arguments of each dependency: its owner must give those that it takes, and no others.
///
/// A plain value that is not registered and comes from nowhere is assumed to be a missing argument as well. Decorators
/// and contributions get no arguments from anyone, so one that takes some is itself at fault.
enum MissingArgument: Rule {
  static let code = GraphRule.argument

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let parts = analysis.faults(code) { point in
      let blueprint = survey.registered(at: point).blueprint
      return blueprint.isPart && !blueprint.isSelfContained
    }
    return survey.links.indices.filter { concerns($0, in: analysis) }.map { index in
      let link = survey.links[index]
      return Fault(code, at: link.point, [index], need: link.need)
    } + parts
  }

  /// Returns true if this rule reports the link, rather than ``MissingDependency``.
  static func concerns(_ index: Int, in analysis: Analysis) -> Bool {
    let link = analysis.survey.links[index]
    switch link.target {
    case .point(let end):
      if link.dependency.key.takesArguments { return analysis.survey.refusal(of: link) != nil }
      guard link.use != .provider, !analysis.survey.registered(at: end).blueprint.isSelfContained else { return false }
      // A forwarding passes its arguments on.
      return link.dependency.site != .forwarding && link.dependency.site != .decorator
    case .missing(let key):
      guard case .parameter = link.dependency.site, !analysis.isExternal(key.product) else { return false }
      return key.label == nil && TypeKind.isPlainValue(key.product)
    case .absent, .vacant, .fallback, .container, .resolver: return false
    }
  }
}

extension Survey {
  /// Returns the cause for which an initializer refuses the arguments that a closure declares; nil if it may take them.
  func refusal(of link: Link) -> AstrojectError.Cause? {
    // A provider may be asked with others.
    guard link.dependency.key.takesArguments, link.use != .provider, var end = link.end,
      !registered(at: end).summary.key.takesArguments
    else { return nil }
    while let next = target(of: end) { end = next }
    let key = link.dependency.key
    return registered(at: end).blueprint.acceptor?.refusal(
      of: link.dependency.takesOneArgument ? [key.arguments] : key.argumentList,
      hidingProperties: hiding.contains(points[end].registered))
  }
}

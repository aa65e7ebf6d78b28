import Nexus

/// Requires a decorator to decorate a registration: of its container, a parent or an existing child.
enum IdleDecorator: Rule {
  static let code = GraphRule.idleDecorator

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let decorators = survey.points.indices.filter { survey.registered(at: $0).blueprint.isDecorator }
    if decorators.isEmpty { return [] }
    let used = Set(survey.links.compactMap(\.end))
    return decorators.filter { !used.contains($0) && survey.isIdle($0) }.map { Fault(code, at: $0) }
  }
}

extension Survey {
  fileprivate func isIdle(_ point: Int) -> Bool {
    let registered = registered(at: point)
    return cores[registered.level].isIdle(registered.blueprint)
  }
}

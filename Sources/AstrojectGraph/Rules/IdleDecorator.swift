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
  /// Returns true if a decorator decorates no registration of its container, a parent or a present child.
  fileprivate func isIdle(_ point: Int) -> Bool {
    let decorator = registered(at: point)
    let core = cores[decorator.level]
    let own = ([core] + core.descendants).flatMap(\.ownRegistrations).map(\.blueprint)
    // An instance that a parent caches is not decorated by a child.
    let inherited = core.parents.flatMap(\.ownRegistrations).map(\.blueprint)
      .filter { !$0.origin.flags.lifetime.isKeptByOwner }
    return !(own + inherited).contains { !$0.isComposite && decorator.blueprint.decorates($0.key) }
  }
}

import Nexus

/// Forbids a synchronous closure to resolve a product that must be awaited.
enum AsyncDependency: Rule {
  static let code = GraphRule.asyncDependency

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.declaredLinks { own, target in !own.isAsynchronous && target.isAsynchronous }
      .map { Fault(code, at: analysis.survey.links[$0].point, [$0]) }
  }
}

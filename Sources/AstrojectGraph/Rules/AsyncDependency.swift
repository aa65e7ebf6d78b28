import Nexus

/// Forbids a synchronous closure to resolve a product that must be awaited.
enum AsyncDependency: Rule {
  static let code = GraphRule.asyncDependency

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.declaredLinks { link, own, target in
      target.isAsynchronous && (!own.isAsynchronous || analysis.survey.isOfProperty(link))
    }
    .map { Fault(code, at: analysis.survey.links[$0].point, [$0]) }
  }
}

import Nexus

/// Forbids a synchronous closure off the main actor to resolve a product that is made on it.
enum Isolation: Rule {
  static let code = GraphRule.isolation

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.declaredLinks { own, target in
      !own.isAsynchronous && !own.isOnMainActor && target.isOnMainActor && !target.isAsynchronous
    }
    .map { Fault(code, at: analysis.survey.links[$0].point, [$0]) }
  }
}

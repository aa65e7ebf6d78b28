import Nexus

/// A synchronous closure off the main actor cannot resolve what is to be made there.
enum Isolation: Rule {
  static let code = GraphRule.isolation

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.declaredLinks { own, target in
      !own.isAsynchronous && !own.isOnMainActor && target.isOnMainActor && !target.isAsynchronous
    }
    .map { Fault(code, at: analysis.survey.links[$0].point, [$0]) }
  }
}

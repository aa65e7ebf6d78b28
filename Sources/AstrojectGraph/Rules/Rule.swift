import Nexus

/// A condition that a graph must meet.
protocol Rule {
  static var code: GraphRule { get }

  /// Returns the violations.
  static func faults(in analysis: Analysis) -> [Fault]
}

/// A violation of a rule at a point of a graph.
struct Fault {
  let rule: GraphRule
  /// The point at fault; nil for a root that is not registered.
  let point: Int?
  /// The links that show it, in order: one, a loop, or the path from a holder to the product that it holds.
  let links: [Int]
  /// The key that is not registered.
  let need: Key?

  init(_ rule: GraphRule, at point: Int?, _ links: [Int] = [], need: Key? = nil) {
    self.rule = rule
    self.point = point
    self.links = links
    self.need = need
  }
}

extension Analysis {
  /// Returns a fault for each point that meets a condition.
  func faults(_ rule: GraphRule, where isMeant: (Int) -> Bool) -> [Fault] {
    survey.points.indices.filter(isMeant).map { Fault(rule, at: $0) }
  }
}

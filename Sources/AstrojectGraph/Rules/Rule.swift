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
  /// The point at fault; nil for a root that is not registered, and for too many opaque registrations.
  let point: Int?
  /// The links that show it, in order: one, a loop, the path from a holder to the product that it holds, or all that
  /// lead to what is missing.
  let links: [Int]
  /// The key that is not registered.
  let need: Key?
  /// True if that key was named as a root.
  let isRoot: Bool
  /// The points that hold the one at fault, if that is the fault.
  let holders: [Int]

  init(
    _ rule: GraphRule, at point: Int?, _ links: [Int] = [], need: Key? = nil, asRoot isRoot: Bool = false,
    holders: [Int] = []
  ) {
    self.rule = rule
    self.point = point
    self.links = links
    self.need = need
    self.isRoot = isRoot
    self.holders = holders
  }
}

extension Analysis {
  /// Returns a fault for each point that meets a condition.
  func faults(_ rule: GraphRule, where isMeant: (Int) -> Bool) -> [Fault] {
    survey.points.indices.filter(isMeant).map { Fault(rule, at: $0) }
  }
}

import Nexus

/// Something that a graph is checked for.
protocol Rule {
  static var code: GraphRule { get }

  /// What breaks it.
  static func faults(in analysis: Analysis) -> [Fault]
}

/// A place in a graph where a rule is broken.
struct Fault {
  let rule: GraphRule
  /// The point that is at fault; nil for what was asked for as a root and is not registered.
  let point: Int?
  /// The links that show it, in order: one, a loop, or the way from a holder to what it holds.
  let links: [Int]
  /// What is not registered.
  let need: Key?

  init(_ rule: GraphRule, at point: Int?, _ links: [Int] = [], need: Key? = nil) {
    self.rule = rule
    self.point = point
    self.links = links
    self.need = need
  }
}

extension Analysis {
  /// A fault at each point that is meant.
  func faults(_ rule: GraphRule, where isMeant: (Int) -> Bool) -> [Fault] {
    survey.points.indices.filter(isMeant).map { Fault(rule, at: $0) }
  }
}

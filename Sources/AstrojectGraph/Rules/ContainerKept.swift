import Nexus

/// Forbids a container to cache a product that holds the container: neither would ever be released.
enum ContainerKept: Rule {
  static let code = GraphRule.containerKept

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let isTaken = { (link: Int) in if case .container = survey.links[link].target { true } else { false } }
    let least = survey.least { isTaken($0) ? 0 : nil }
    return survey.points.indices.flatMap { keeper -> [Fault] in
      guard least[keeper] != nil, survey.isKept(keeper) else { return [] }
      let source = survey.points[survey.carrier(of: keeper)].source
      let ways = survey.ways(from: keeper) { link in
        isTaken(link) && survey.points[survey.links[link].point].source == source
      }
      return ways.map { Fault(code, at: keeper, $0) }
    }
  }
}

extension Survey {
  /// Returns true if the container that provides the dependencies of a point also caches its instance.
  fileprivate func isKept(_ point: Int) -> Bool {
    let lifetime = carriedLifetime(of: point)
    return lifetime.keeps && lifetime != .weak
  }
}

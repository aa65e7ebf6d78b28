import Nexus

/// What lives longer must not hold what lives shorter: singletons over disposable ones, these over what a container
/// keeps, that over what custom scopes keep, and all of them over what a registration says to be one for each tree
/// (`asGraph()`).
///
/// Something transient lives as long as its holder, and so does what says nothing of its scope. A weak scope lives as
/// long as any holder. What is resolved each time, by a `Provider`, is not held.
enum CaptiveDependency: Rule {
  static let code = GraphRule.captiveDependency

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let least = survey.least { link in survey.links[link].end.flatMap(survey.rank) }
    return survey.points.indices.flatMap { holder -> [Fault] in
      guard let rank = survey.holdingRank(of: holder), let lowest = least[holder], lowest < rank else { return [] }
      var seen: Set<Int> = []
      let ways = survey.ways(from: holder) { link in
        guard let end = survey.links[link].end, let held = survey.rank(of: end), held < rank else { return false }
        return seen.insert(survey.points[end].registered).inserted
      }
      return ways.map { Fault(code, at: holder, $0) }
    }
  }
}

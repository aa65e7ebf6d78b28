import Nexus

/// Forbids a product to hold another one that does not live as long.
///
/// From the longest life to the shortest:
///
/// 1. singletons
/// 2. disposable singletons
/// 3. products that a container caches
/// 4. products that a custom scope caches
/// 5. products that are graph-scoped by an explicit `asGraph()`
///
/// Transient products live as long as their holder. So do those that are graph-scoped by default. A weak product lives
/// as long as any holder; as a holder it ranks with custom scopes. A `Provider` holds nothing, because it resolves at
/// each use.
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

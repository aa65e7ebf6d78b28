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
///
/// A product that its container caches for all child containers must not reach anything scoped in any way. Even a
/// `Provider` asks in the container of its owner, and gives the product of that container to all children.
enum CaptiveDependency: Rule {
  static let code = GraphRule.captiveDependency

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let least = survey.least { link in survey.links[link].end.flatMap(survey.rank) }
    let asking = survey.least(by: .asking) { link in survey.leadsToScoped(link) ? 0 : nil }
    return survey.points.indices.flatMap { holder -> [Fault] in
      let rank = survey.holdingRank(of: holder).flatMap { rank in
        least[holder].flatMap { $0 < rank ? rank : nil }
      }
      let asksForScoped = asking[holder] != nil && survey.isForAllChildren(holder)
      if rank == nil, !asksForScoped { return [] }
      var seen: Set<Int> = []
      let isNew = { (link: Int) in
        survey.links[link].end.map { seen.insert(survey.points[$0].registered).inserted } ?? false
      }
      var ways: [[Int]] = []
      if let rank {
        ways = survey.ways(from: holder) { link in
          guard let held = survey.links[link].end.flatMap(survey.rank), held < rank else { return false }
          return isNew(link)
        }
      }
      if asksForScoped {
        ways += survey.ways(from: holder, by: .asking) { survey.leadsToScoped($0) && isNew($0) }
      }
      return ways.map { Fault(code, at: holder, $0 + survey.linksToCarrier(from: $0.last)) }
    }
  }
}

extension Survey {
  /// Returns true if one container caches the instance for itself and all its children.
  fileprivate func isForAllChildren(_ point: Int) -> Bool {
    switch carriedLifetime(of: point) {
    case .singleton, .disposable, .weak: true
    case .graph, .transient, .scoped, .shared, .perContainer, .forwarded: false
    }
  }

  fileprivate func leadsToScoped(_ link: Int) -> Bool {
    links[link].end.map { carriedLifetime(of: $0) == .scoped } ?? false
  }
}

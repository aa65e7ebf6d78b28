import Nexus

/// Requires a container of the name that a scope states: the checked one, a parent, or a child that is given values.
///
/// If registrations that always ask in one container lead to the product, a child of that name would be of no use. Then
/// there is a fault for each of them, with the links that lead from it to the product.
///
/// A captive dependency is reported by ``CaptiveDependency`` alone, even if its container is missing. So is everything
/// that only such a dependency needs.
///
/// An eager registration is built by `bootstrap` of its own container. So a child that is given values is of no use to
/// it.
///
/// A container that was made without a value which it is to be given is reported, too, if something needs the value.
enum MissingContainer: Rule {
  static let code = GraphRule.missingContainer

  static func faults(in analysis: Analysis) -> [Fault] {
    absences(in: analysis) + analysis.survey.eagerAbsences.map { Fault(code, at: $0.point, $0.way) }
      + ungiven(in: analysis).map { Fault(code, at: $0) }
  }

  /// Returns the needed points whose instances were not given to their containers.
  private static func ungiven(in analysis: Analysis) -> [Int] {
    let survey = analysis.survey
    let ungiven = survey.points.indices.filter(survey.isUngiven)
    if ungiven.isEmpty { return [] }
    let needed = Set(survey.links.compactMap(\.end) + (analysis.roots ?? []))
    return ungiven.filter(needed.contains)
  }

  private static func absences(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let lacking = survey.points.indices.filter { survey.points[$0].lacksKeeper }
    if lacking.isEmpty { return [] }
    let captives = CaptiveDependency.faults(in: analysis).filter { !survey.allowsCaptives($0.point) }
    let covered = covered(lacking, by: captives, in: analysis)
    let anchored = survey.least(by: .asking) { link in
      survey.links[link].end.map { survey.points[$0].lacksKeeper } ?? false ? 0 : nil
    }
    let held = Dictionary(grouping: captives) { $0.point }
    var ways: [Int: [[Int]]] = [:]
    for point in survey.points.indices where anchored[point] != nil && survey.isAnchored(point) {
      var known = Set((held[point] ?? []).compactMap { survey.end(of: $0.links) })
      for way in survey.ways(
        from: point, by: .asking,
        to: { link in
          survey.links[link].end.map { survey.points[$0].lacksKeeper && known.insert($0).inserted } ?? false
        })
      {
        if let end = survey.end(of: way) { ways[end, default: []].append(way) }
      }
    }
    return lacking.flatMap { point in
      (ways[point] ?? (covered.contains(point) ? [] : [[]])).map { Fault(code, at: point, $0) }
    }
  }

  /// Returns the points that are captives, and those that only captives need.
  private static func covered(_ lacking: [Int], by captives: [Fault], in analysis: Analysis) -> Set<Int> {
    let survey = analysis.survey
    var covered = Set(captives.compactMap { survey.end(of: $0.links) }).intersection(lacking)
    if covered.isEmpty { return [] }
    var owners: [Int: Set<Int>] = [:]
    for link in survey.links {
      if let end = link.end, end != link.point { owners[end, default: []].insert(link.point) }
    }
    var line = Array(covered)
    while let point = line.popLast() {
      for end in survey.points[point].links.compactMap({ survey.links[$0].end }) {
        guard owners[end, default: []].isSubset(of: covered), covered.insert(end).inserted else { continue }
        line.append(end)
      }
    }
    return covered
  }
}

extension Survey {
  /// The eager registrations of the surveyed container that only a child can build, each with the links to what it
  /// needs there; none if it is to be cached there itself.
  ///
  /// One whose own container is missing is reported for that. One that always asks in its own container is reported as
  /// the holder of what it needs.
  fileprivate var eagerAbsences: [(point: Int, way: [Int])] {
    let isOfChild = { (point: Int) in points[point].source < level }
    let isCachedInChild = { (point: Int) in
      let carrier = carrier(of: point)
      return registered(at: carrier).summary.containerName != nil && (isOfChild(carrier) || points[carrier].lacksKeeper)
    }
    return points.indices.compactMap { point in
      let registered = registered(at: point)
      guard registered.summary.isEager, registered.level == level, !points[point].lacksKeeper,
        isOfChild(point) || !isAnchored(point)
      else { return nil }
      if isCachedInChild(point) { return (point, []) }
      return ways(from: point, by: .building) { links[$0].end.map(isCachedInChild) ?? false }.first
        .map { (point, $0 + linksToCarrier(from: $0.last)) }
    }
  }

  /// Returns true if the container that is to be given the instance of a point was made without it.
  ///
  /// Exemplary children have them all.
  func isUngiven(_ point: Int) -> Bool {
    let (blueprint, source) = (registered(at: point).blueprint, points[point].source)
    return blueprint.flags.isGiven && !points[point].lacksKeeper && source >= level
      && cores[source].gift(at: blueprint.sequence) == nil
  }

  /// Returns the point that a way leads to.
  fileprivate func end(of way: [Int]) -> Int? { way.last.flatMap { links[$0].end } }

  /// Returns true if a holder has an allowance for captive dependencies.
  fileprivate func allowsCaptives(_ point: Int?) -> Bool {
    guard let point else { return false }
    return registered(at: point).summary.allowances.contains { $0.rule == GraphRule.captiveDependency.rawValue }
  }
}

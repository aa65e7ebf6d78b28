import Nexus

/// A scope that names a container needs one of that name: the container that is checked, one above it, or children that
/// are given something.
///
/// Where something that lives longer holds it, that is what is wrong; so this is told by ``CaptiveDependency`` alone,
/// also of what only it needs.
enum MissingContainer: Rule {
  static let code = GraphRule.missingContainer

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let lacking = survey.points.indices.filter { survey.points[$0].lacksKeeper }
    if lacking.isEmpty { return [] }
    let covered = covered(lacking, in: analysis)
    return lacking.filter { !covered.contains($0) }.map { Fault(code, at: $0) }
  }

  /// The points that are held as captives, and those that nothing but these needs.
  private static func covered(_ lacking: [Int], in analysis: Analysis) -> Set<Int> {
    let survey = analysis.survey
    let captives = CaptiveDependency.faults(in: analysis).filter { !survey.allowsCaptives($0.point) }
    var covered = Set(captives.compactMap { $0.links.last.flatMap { survey.links[$0].end } }).intersection(lacking)
    if covered.isEmpty { return [] }
    var owners: [Int: Set<Int>] = [:]
    for link in survey.links {
      if let end = link.end, end != link.point { owners[end, default: []].insert(link.point) }
    }
    var line = Array(covered)
    while let point = line.popLast() {
      for end in survey.points[point].links.compactMap({ survey.links[$0].end }) where survey.points[end].lacksKeeper {
        guard owners[end, default: []].isSubset(of: covered), covered.insert(end).inserted else { continue }
        line.append(end)
      }
    }
    return covered
  }
}

extension Survey {
  /// Returns true if a holder says that it may hold what does not live as long.
  fileprivate func allowsCaptives(_ point: Int?) -> Bool {
    guard let point else { return false }
    return registered(at: point).summary.allowances.contains { $0.rule == GraphRule.captiveDependency.rawValue }
  }
}

import Nexus

/// Notes a class in graph scope of which several cached products hold an instance: each tree makes its own.
///
/// `asSingleton()` may be missing. Products that are built in one tree do share the instance.
enum SplitInstance: Rule {
  static let code = GraphRule.splitInstance

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let points = survey.points.indices.filter { point in
      let summary = survey.registered(at: point).summary
      return summary.lifetime == .graph && !summary.isScopeChosen && TypeKind.isReference(summary.key.product)
    }
    if points.isEmpty { return [] }
    let holders = Holders(in: survey)
    // A registration has a point for each container that builds it.
    let grouped = Dictionary(grouping: points) { survey.points[$0].registered }
    return points.compactMap { point in
      guard let all = grouped[survey.points[point].registered], all.first == point else { return nil }
      let holders = all.flatMap(holders.of)
      let count = Set(holders.map { survey.points[$0].registered }).count
      return count > 1 ? Fault(code, at: point, holders: holders) : nil
    }
  }
}

/// The points with cached products, and what they hold, also through points that live as long as their holder.
private struct Holders {
  private let all: [Int]
  private let words: Int
  /// A row of bits for each point: one for each holder.
  private var bits: [UInt64]

  init(in survey: Survey) {
    let lasts = { (point: Int) in survey.holdingRank(of: point).map { $0 > 1 } ?? false }
    all = survey.points.indices.filter(lasts)
    words = (all.count + 63) / 64
    bits = Array(repeating: 0, count: words * survey.points.count)
    let ends = { (point: Int) in
      survey.points[point].links.lazy.filter(survey.isHeld).compactMap { survey.links[$0].end }
    }
    for (number, holder) in all.enumerated() {
      for end in ends(holder) { bits[end * words + number / 64] |= 1 << UInt64(number % 64) }
    }
    let components = Components(survey.points) { link in
      guard survey.isHeld(link), let end = survey.links[link].end, !lasts(survey.links[link].point), !lasts(end) else {
        return nil
      }
      return end
    }
    // Components that lead to others come after them.
    for members in components.members.reversed() where members.first.map(lasts) == false {
      for word in 0..<words {
        let union = members.reduce(0) { $0 | bits[$1 * words + word] }
        if union == 0 { continue }
        for member in members {
          bits[member * words + word] = union
          for end in ends(member) { bits[end * words + word] |= union }
        }
      }
    }
  }

  /// Returns the points that hold a point.
  func of(_ point: Int) -> [Int] {
    all.indices.filter { bits[point * words + $0 / 64] & 1 << UInt64($0 % 64) != 0 }.map { all[$0] }
  }
}

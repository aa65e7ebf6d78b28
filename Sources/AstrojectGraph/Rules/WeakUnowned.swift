import Nexus

/// Requires a weak product to be held by another registration, or to be a root.
///
/// If any registration is opaque, it may be the holder, and nothing is reported.
enum WeakUnowned: Rule {
  static let code = GraphRule.weakUnowned

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let values = Set(WeakValue.faults(in: analysis).compactMap(\.point))
    let isMeant = { (point: Int) in
      survey.points[point].lifetime == .weak && !values.contains(point)
    }
    guard survey.points.indices.contains(where: isMeant),
      !survey.points.contains(where: { survey.isOpaque($0.registered) })
    else { return [] }
    // The holder of a forwarding holds the product behind it.
    var held = Set(analysis.roots ?? [])
    var line = Array(held)
    for link in survey.links.indices where survey.isHeld(link) && !survey.isBareForwarding(survey.links[link].point) {
      if let end = survey.links[link].end, end != survey.links[link].point { line.append(end) }
    }
    while let point = line.popLast() {
      held.insert(point)
      guard survey.isBareForwarding(point) else { continue }
      line += survey.points[point].links.compactMap { survey.links[$0].end }.filter { !held.contains($0) }
    }
    return survey.points.indices.filter { isMeant($0) && !held.contains($0) }.map { Fault(code, at: $0) }
  }
}

extension Survey {
  fileprivate func isBareForwarding(_ point: Int) -> Bool { carriedLifetime(of: point) == .forwarded }
}

import Nexus

/// What is kept for as long as somebody holds it has to be held by somebody: by a registration, or by whoever resolves
/// it as a root. Where something is opaque, that may be the one.
enum WeakUnowned: Rule {
  static let code = GraphRule.weakUnowned

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    let values = Set(WeakValue.faults(in: analysis).compactMap(\.point))
    let isMeant = { (point: Int) in
      survey.registrations[survey.points[point].registered].summary.lifetime == .weak && !values.contains(point)
    }
    guard survey.points.indices.contains(where: isMeant),
      !survey.points.contains(where: { survey.isOpaque($0.registered) })
    else { return [] }
    // What a forwarding is held by holds what is behind it.
    var held = Set(analysis.roots ?? [])
    var line = Array(held)
    for link in survey.links.indices where survey.isHeld(link) && !survey.isForwarding(survey.links[link].point) {
      if let end = survey.links[link].end, end != survey.links[link].point { line.append(end) }
    }
    while let point = line.popLast() {
      held.insert(point)
      guard survey.isForwarding(point) else { continue }
      line += survey.points[point].links.compactMap { survey.links[$0].end }.filter { !held.contains($0) }
    }
    return survey.points.indices.filter { isMeant($0) && !held.contains($0) }.map { Fault(code, at: $0) }
  }
}

extension Survey {
  fileprivate func isForwarding(_ point: Int) -> Bool {
    registrations[points[point].registered].summary.lifetime == .forwarded
  }
}

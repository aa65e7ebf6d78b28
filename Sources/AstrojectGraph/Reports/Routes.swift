/// The shortest ways from the roots to all points.
struct Routes {
  private let survey: Survey
  /// By which link a point is reached; -1 for a root, nil for what no root reaches.
  private var arrival: [Int?]

  /// - Parameter roots: The roots; nil for all that nobody needs.
  init(_ survey: Survey, from roots: [Int]?) {
    self.survey = survey
    arrival = Array(repeating: nil, count: survey.points.count)
    var isNeeded = Array(repeating: false, count: survey.points.count)
    for link in survey.links {
      if let end = link.end, end != link.point { isNeeded[end] = true }
    }
    var line: [Int] = []
    for root in roots ?? survey.points.indices.filter({ !isNeeded[$0] }) where arrival[root] == nil {
      arrival[root] = -1
      line.append(root)
    }
    var next = 0
    while next < line.count {
      for link in survey.points[line[next]].links {
        guard let end = survey.links[link].end, arrival[end] == nil else { continue }
        arrival[end] = link
        line.append(end)
      }
      next += 1
    }
  }

  /// Whether a root leads to a point.
  func reaches(_ point: Int) -> Bool { arrival[point] != nil }

  /// The points on the way to a point, which is the last of them.
  func route(to point: Int) -> [Int] {
    let way = sequence(first: point) { point in
      guard let link = arrival[point], link >= 0 else { return nil }
      return survey.links[link].point
    }
    return Array(way).reversed()
  }
}

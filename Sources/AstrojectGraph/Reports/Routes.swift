/// The shortest paths from the roots to all points.
struct Routes {
  private let survey: Survey
  /// The link by which each point is reached: -1 for a root, nil for a point that no root reaches.
  private var arrival: [Int?]

  /// - Parameter roots: The roots; nil for all points that no other point needs.
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

  /// Returns true if a root leads to a point.
  func reaches(_ point: Int) -> Bool { arrival[point] != nil }

  /// Returns the path to a point, which is its last element.
  func route(to point: Int) -> [Int] {
    let way = sequence(first: point) { point in
      guard let link = arrival[point], link >= 0 else { return nil }
      return survey.links[link].point
    }
    return Array(way).reversed()
  }
}

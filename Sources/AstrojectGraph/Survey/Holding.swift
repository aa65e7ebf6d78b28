import Nexus

// Who holds what: what a point gets and does not only resolve each time, it keeps for as long as it lives; and what a
// transient one holds is held by whoever holds the transient one.

extension Survey {
  /// How long a point lives, as far as that can be compared; nil for what lives as long as its holder.
  func rank(of point: Int) -> Int? {
    let summary = registrations[points[point].registered].summary
    switch summary.lifetime {
    case .singleton: return 5
    case .disposable: return 4
    case .scoped: return 3
    case .shared, .perContainer: return 2
    // Only where somebody has said so is it meant to end with its tree.
    case .graph: return summary.isScopeChosen ? 1 : nil
    case .transient, .weak, .forwarded: return nil
    }
  }

  /// How long a point may hold what it gets.
  func holdingRank(of point: Int) -> Int? {
    registrations[points[point].registered].summary.lifetime == .weak ? 2 : rank(of: point)
  }

  /// Whether a link is held, and not resolved each time.
  func isHeld(_ link: Int) -> Bool { links[link].use <= .lazy }

  /// For each point the least of a measure of the links by which it holds something, itself or through those that live
  /// as long as their holder.
  func least(_ measure: (Int) -> Int?) -> [Int?] {
    let components = Components(points) { link in
      guard isHeld(link), let end = links[link].end, rank(of: end) == nil else { return nil }
      return end
    }
    var least: [Int?] = []
    for (number, members) in components.members.enumerated() {
      var lowest: Int?
      for member in members {
        for link in points[member].links where isHeld(link) {
          if let value = measure(link) { lowest = min(lowest ?? value, value) }
          guard let end = links[link].end, rank(of: end) == nil, components.number[end] < number else { continue }
          if let value = least[components.number[end]] { lowest = min(lowest ?? value, value) }
        }
      }
      least.append(lowest)
    }
    return points.indices.map { least[components.number[$0]] }
  }

  /// The shortest ways by which a point holds something, itself or through those that live as long as it.
  func ways(from holder: Int, to isMeant: (Int) -> Bool) -> [[Int]] {
    var ways: [[Int]] = []
    var arrival: [Int: Int] = [:]
    var line = [holder]
    var next = 0
    while next < line.count {
      for link in points[line[next]].links where isHeld(link) {
        if isMeant(link) {
          let way = sequence(first: link) { links[$0].point == holder ? nil : arrival[links[$0].point] }
          ways.append(Array(way).reversed())
        }
        guard let end = links[link].end, end != holder, arrival[end] == nil, rank(of: end) == nil else { continue }
        arrival[end] = link
        line.append(end)
      }
      next += 1
    }
    return ways
  }
}

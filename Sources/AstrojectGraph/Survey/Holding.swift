import Nexus

// The rules of holding. A point holds its dependencies for as long as it lives, except those that it resolves at each
// use. The dependencies that a transient point holds are held by the holder of that point.

extension Survey {
  /// Returns the rank of a point's lifetime, higher for a longer one; nil if it lives as long as its holder.
  func rank(of point: Int) -> Int? {
    let summary = registrations[points[point].registered].summary
    switch summary.lifetime {
    case .singleton: return 5
    case .disposable: return 4
    case .scoped: return 3
    case .shared, .perContainer: return 2
    // Only an explicit `asGraph()` states that the instance ends with its tree.
    case .graph: return summary.isScopeChosen ? 1 : nil
    case .transient, .weak, .forwarded: return nil
    }
  }

  /// Returns the rank that the dependencies of a point must have at least; nil if its holder decides.
  func holdingRank(of point: Int) -> Int? {
    registrations[points[point].registered].summary.lifetime == .weak ? 2 : rank(of: point)
  }

  /// Returns true if the target of a link is held, rather than resolved at each use.
  func isHeld(_ link: Int) -> Bool { links[link].use <= .lazy }

  /// Returns, for each point, the least measure of the links by which it holds something.
  ///
  /// Links of points that live as long as their holder count for the holder, too.
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

  /// Returns the shortest paths by which a point holds the targets of some links.
  ///
  /// A path may lead through points that live as long as their holder.
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

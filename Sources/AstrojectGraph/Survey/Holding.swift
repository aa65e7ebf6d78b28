import Nexus

// The rules of holding. A point holds its dependencies for as long as it lives, except those that it resolves at each
// use. The dependencies that a transient point holds are held by the holder of that point.

extension Survey {
  /// Returns the point whose instance that of a point lives with: the target of a decorated forwarding, or else the
  /// point itself.
  func carrier(of point: Int) -> Int {
    var carrier = point
    while let next = target(of: carrier), carrier != point || isDecorated(point) { carrier = next }
    return carrier
  }

  /// Returns the links of forwardings from the target of a link to the point whose instance that lives with.
  func linksToCarrier(from link: Int?) -> [Int] {
    guard var end = link.flatMap({ links[$0].end }) else { return [] }
    let carrier = carrier(of: end)
    var way: [Int] = []
    while end != carrier, let link = points[end].links.first, let next = links[link].end {
      way.append(link)
      end = next
    }
    return way
  }

  /// Returns the lifetime of the instances of a point, which may be carried by those of another one.
  func carriedLifetime(of point: Int) -> Lifetime { points[carrier(of: point)].lifetime }

  /// Returns the rank of a point's lifetime, higher for a longer one; nil if it lives as long as its holder.
  func rank(of point: Int) -> Int? {
    let carrier = carrier(of: point)
    switch points[carrier].lifetime {
    case .singleton: return 5
    case .disposable: return 4
    case .scoped: return 3
    case .shared, .perContainer: return 2
    // Only an explicit `asGraph()` states that the instance ends with its tree.
    case .graph: return registered(at: carrier).summary.isScopeChosen ? 1 : nil
    case .transient, .weak, .forwarded: return nil
    }
  }

  /// Returns the rank that the dependencies of a point must have at least; nil if its holder decides.
  func holdingRank(of point: Int) -> Int? {
    carriedLifetime(of: point) == .weak ? 2 : rank(of: point)
  }

  /// Returns true if the target of a link is held, rather than resolved at each use.
  func isHeld(_ link: Int) -> Bool { links[link].use <= .lazy }

  /// Returns true if a point takes its dependencies from one container, whichever container asks for it.
  func isAnchored(_ point: Int) -> Bool {
    let carrier = carrier(of: point)
    return switch points[carrier].lifetime {
    case .singleton, .disposable, .weak, .shared: true
    case .scoped: registered(at: carrier).summary.containerName != nil && !points[carrier].lacksKeeper
    case .graph, .transient, .perContainer, .forwarded: false
    }
  }

  /// The links by which a point reaches other points.
  enum Reach {
    /// Links to points that it holds, also through points that live as long as their holder.
    case holding
    /// Links to points that are resolved in its container, now or at each use, also through points that take their
    /// dependencies from the container that asks and that no container caches.
    case asking
    /// Links to points that are built with it, also through points that take their dependencies from the container that
    /// asks.
    case building
  }

  private func follows(_ link: Int, _ reach: Reach) -> Bool {
    switch reach {
    case .holding: isHeld(link)
    case .asking: true
    case .building: links[link].use <= .afterwards
    }
  }

  private func passes(_ point: Int, _ reach: Reach) -> Bool {
    if reach == .building { return !isAnchored(point) }
    guard reach == .asking else { return rank(of: point) == nil }
    return switch carriedLifetime(of: point) {
    case .graph, .transient, .forwarded: true
    case .singleton, .disposable, .weak, .scoped, .shared, .perContainer: false
    }
  }

  /// Returns, for each point, the least measure of the links by which it reaches something.
  ///
  /// Links of points on the way count, too.
  func least(by reach: Reach = .holding, _ measure: (Int) -> Int?) -> [Int?] {
    if links.indices.allSatisfy({ measure($0) == nil }) { return Array(repeating: nil, count: points.count) }
    let components = Components(points) { link in
      guard follows(link, reach), let end = links[link].end, passes(end, reach) else { return nil }
      return end
    }
    var least: [Int?] = []
    for (number, members) in components.members.enumerated() {
      var lowest: Int?
      for member in members {
        for link in points[member].links where follows(link, reach) {
          if let value = measure(link) { lowest = min(lowest ?? value, value) }
          guard let end = links[link].end, passes(end, reach), components.number[end] < number else { continue }
          if let value = least[components.number[end]] { lowest = min(lowest ?? value, value) }
        }
      }
      least.append(lowest)
    }
    return points.indices.map { least[components.number[$0]] }
  }

  /// Returns the shortest paths by which a point reaches the targets of some links.
  func ways(from holder: Int, by reach: Reach = .holding, to isMeant: (Int) -> Bool) -> [[Int]] {
    var ways: [[Int]] = []
    var arrival: [Int: Int] = [:]
    var line = [holder]
    var next = 0
    while next < line.count {
      for link in points[line[next]].links where follows(link, reach) {
        if isMeant(link) {
          let way = sequence(first: link) { links[$0].point == holder ? nil : arrival[links[$0].point] }
          ways.append(Array(way).reversed())
        }
        guard let end = links[link].end, end != holder, arrival[end] == nil, passes(end, reach) else { continue }
        arrival[end] = link
        line.append(end)
      }
      next += 1
    }
    return ways
  }
}

import Nexus

/// Forbids a registration to need itself before it is made.
///
/// A `Lazy` or a `Provider` breaks a loop. A dependency that arrives after its owner is made (`injecting`) may lead
/// back to the owner. Such a loop is still a fault if one of its registrations can be requested first and is then
/// needed again before it is made.
///
/// There is one exception: a property of an object may receive a shared instance that is still being made. A decorated
/// object is made when its last decorator is, and its properties are set before.
enum Cycle: Rule {
  static let code = GraphRule.cycle

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    // First the loops of dependencies that must exist before their owners. Then those of an object and what its
    // property gets for itself alone. Then those that a request enters at a point that is not made yet.
    let strict = loops(in: survey, upTo: .made, covering: []) { _ in true }
    let points = { (loops: [[Int]]) in Set(loops.joined().map { survey.links[$0].point }) }
    let made = strict + fillings(in: survey, covering: points(strict))
    let loose = loops(in: survey, upTo: .afterwards, covering: points(made)) { survey.isSharedWhileMade($0) }
    var seen: Set<[Int]> = []
    return (made + loose).compactMap { loop in
      // Several containers may see the same loop.
      let registered = loop.map { survey.points[survey.links[$0].point].registered }
      guard seen.insert(rotated(registered, survey)).inserted else { return nil }
      return Fault(code, at: survey.links[loop[0]].point, loop)
    }
  }

  /// Returns loops that begin with a dependency needed before its owner is made; each wanted point is on one of them.
  /// If properties are followed, so is each point that a wanted one needs: its loop with that may be another one.
  private static func loops(
    in survey: Survey, upTo use: Survey.Use, covering covered: Set<Int>, where isWanted: (Int) -> Bool
  ) -> [[Int]] {
    let follow = { (link: Int) -> Int? in
      guard survey.links[link].use <= use, use == .afterwards || !survey.mayComeLate(link) else { return nil }
      return survey.links[link].end
    }
    let components = Components(survey.points, follow)
    var covered = covered
    var loops: [[Int]] = []
    for members in components.members {
      for member in members where isWanted(member) {
        for link in survey.points[member].links where survey.links[link].use == .made {
          guard let end = follow(link), components.number[end] == components.number[member],
            !covered.contains(member) || use == .afterwards && !covered.contains(end),
            !survey.mayComeLate(link, from: member),
            let back = way(from: end, to: member, in: survey, follow, components)
          else { continue }
          // The loop begins with the registration that is needed again before it is made.
          loops.append(use == .made ? canonical([link] + back, survey) : [link] + back)
          covered.formUnion(loops[loops.count - 1].map { survey.links[$0].point })
        }
      }
    }
    return loops
  }

  /// Returns a loop for each property that gets what no other request shares, and what is made with the property's
  /// owner.
  private static func fillings(in survey: Survey, covering covered: Set<Int>) -> [[Int]] {
    let properties = survey.links.indices.filter { link in
      survey.fillsAlone(link) && !covered.contains(survey.links[link].point)
    }
    if properties.isEmpty { return [] }
    let follow = { (link: Int) in survey.isNeededToMake(link) ? survey.links[link].end : nil }
    let components = Components(survey.points) { survey.fillsAlone($0) ? survey.links[$0].end : follow($0) }
    return properties.compactMap { property in
      let owner = survey.links[property].point
      // An object may get itself.
      guard let end = survey.links[property].end, survey.instance(at: end) != owner,
        components.number[end] == components.number[owner]
      else { return nil }
      return way(from: end, to: owner, in: survey, follow, components).map { [property] + $0 }
    }
  }

  /// Returns the shortest path between two points of a component, without links that may come late to its end; nil if
  /// there is none.
  private static func way(
    from start: Int, to goal: Int, in survey: Survey, _ follow: (Int) -> Int?, _ components: Components
  ) -> [Int]? {
    if start == goal { return [] }
    var arrival: [Int: Int] = [:]
    var line = [start]
    var next = 0
    while next < line.count {
      for link in survey.points[line[next]].links {
        guard let end = follow(link), components.number[end] == components.number[goal], end != start,
          arrival[end] == nil, !survey.mayComeLate(link, from: goal)
        else { continue }
        arrival[end] = link
        line.append(end)
        if end == goal {
          return Array(sequence(first: link) { arrival[survey.links[$0].point] }).reversed()
        }
      }
      next += 1
    }
    return nil
  }

  /// Returns a loop that begins with its oldest registration.
  private static func canonical(_ loop: [Int], _ survey: Survey) -> [Int] {
    let age = { (link: Int) in survey.registered(at: survey.links[link].point).blueprint.sequence }
    let first = loop.indices.min { age(loop[$0]) < age(loop[$1]) } ?? 0
    return Array(loop[first...] + loop[..<first])
  }

  private static func rotated(_ registered: [Int], _ survey: Survey) -> [Int] {
    let first = registered.indices.min { registered[$0] < registered[$1] } ?? 0
    return Array(registered[first...] + registered[..<first])
  }
}

extension Survey {
  /// Returns true if the link belongs to a property that may receive a shared instance that is still being made.
  ///
  /// - Parameter point: If given, the point that the link must lead to, directly or by forwardings without decorators.
  func mayComeLate(_ link: Int, from point: Int? = nil) -> Bool {
    links[link].dependency.mayComeLate && isShared(link, from: point)
  }

  /// Returns true if a link leads to an instance that other requests share while it is being made.
  private func isShared(_ link: Int, from point: Int? = nil) -> Bool {
    guard let start = links[link].end else { return false }
    let end = instance(at: start)
    guard let point else { return carriedLifetime(of: end).isSharedWhileBuilt }
    return end == point && (points[end].lifetime == .forwarded || points[end].lifetime.isSharedWhileBuilt)
  }

  /// Returns the point whose instance a point gives: that at the end of forwardings without decorators.
  fileprivate func instance(at point: Int) -> Int {
    var end = point
    while !isDecorated(end), let next = target(of: end) { end = next }
    return end
  }

  /// Returns true if a property of an object that shares itself gets what no other request shares.
  func fillsAlone(_ link: Int) -> Bool {
    links[link].use == .afterwards && registered(at: links[link].point).setsAfterwards(links[link].position)
      && !isShared(link)
  }

  /// Returns true if other requests share the instance of a point while it is being made, and so cannot have it yet.
  fileprivate func isSharedWhileMade(_ point: Int) -> Bool {
    // A decorated forwarding is shared as its target is.
    let lifetime = carriedLifetime(of: point)
    return lifetime.keeps || lifetime == .graph
  }
}

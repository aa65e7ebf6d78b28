import Nexus

/// Nothing may need itself before it is made.
///
/// What is resolved later breaks a loop. What comes when its owner has been made (`injecting`) may lead back to the
/// owner; but then whoever is on the loop has to be made already when it is asked for again, whichever of them is asked
/// for first. But for one: what a property gets may be being made still, if it is shared, and the property an object's.
enum Cycle: Rule {
  static let code = GraphRule.cycle

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    // Loops of what has to be there before; then loops that somebody enters at a point that is not made yet.
    let strict = loops(in: survey, upTo: .made, covering: []) { _ in true }
    let covered = Set(strict.joined().map { survey.links[$0].point })
    let loose = loops(in: survey, upTo: .afterwards, covering: covered) { survey.isSharedWhileMade($0) }
    var seen: Set<[Int]> = []
    return (strict + loose).compactMap { loop in
      // The same loop may be seen from several containers.
      let registered = loop.map { survey.points[survey.links[$0].point].registered }
      guard seen.insert(rotated(registered, survey)).inserted else { return nil }
      return Fault(code, at: survey.links[loop[0]].point, loop)
    }
  }

  /// Loops that begin with what has to be there before, so that each point that is wanted is on one of them.
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
      for member in members.sorted() where !covered.contains(member) && isWanted(member) {
        for link in survey.points[member].links where survey.links[link].use == .made {
          guard let end = survey.links[link].end, components.number[end] == components.number[member] else { continue }
          let followInto = { (link: Int) in survey.mayComeLate(link, from: member) ? nil : follow(link) }
          guard let back = way(from: end, to: member, in: survey, followInto, components) else { continue }
          // It begins with what is asked for again before it is made.
          loops.append(use == .made ? canonical([link] + back, survey) : [link] + back)
          covered.formUnion(loops[loops.count - 1].map { survey.links[$0].point })
          break
        }
      }
    }
    return loops
  }

  /// The shortest way between two points of a component.
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
          arrival[end] == nil
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

  /// A loop, beginning with the registration that was made first.
  private static func canonical(_ loop: [Int], _ survey: Survey) -> [Int] {
    let age = { (link: Int) in survey.registered(at: survey.links[link].point).summary.sequence }
    let first = loop.indices.min { age(loop[$0]) < age(loop[$1]) } ?? 0
    return Array(loop[first...] + loop[..<first])
  }

  private static func rotated(_ registered: [Int], _ survey: Survey) -> [Int] {
    let first = registered.indices.min { registered[$0] < registered[$1] } ?? 0
    return Array(registered[first...] + registered[..<first])
  }
}

extension Survey {
  /// Whether a link is that of a property that gets what is still being made: of an object, and what is shared. With a
  /// point only where it leads to that.
  fileprivate func mayComeLate(_ link: Int, from point: Int? = nil) -> Bool {
    guard dependency(of: links[link]).mayComeLate, var end = links[link].end else { return false }
    while registered(at: end).summary.lifetime == .forwarded {
      guard let next = points[end].links.first.flatMap({ links[$0].end }) else { return false }
      end = next
    }
    if let point, point != end { return false }
    switch registered(at: end).summary.lifetime {
    case .graph, .singleton, .disposable, .weak, .scoped: return true
    case .transient, .shared, .perContainer, .forwarded: return false
    }
  }

  /// Whether others get the same instance of a point while it is being made, and so cannot have it yet.
  fileprivate func isSharedWhileMade(_ point: Int) -> Bool {
    let lifetime = registrations[points[point].registered].summary.lifetime
    return lifetime.keeps || lifetime == .graph
  }
}

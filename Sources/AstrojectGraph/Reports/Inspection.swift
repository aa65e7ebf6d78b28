import Nexus

/// A check of a container by all rules.
struct Inspection {
  let analysis: Analysis
  /// The faults that are not silenced, in the order of their source locations.
  let faults: [Fault]
  /// The silenced faults.
  let silenced: [(fault: Fault, by: Silencer)]

  /// An allowance: its registration, and its index there.
  struct Silencer: Hashable {
    let registered: Int
    let number: Int
  }

  /// - Parameters:
  ///   - core: The container to check.
  ///   - roots: The types that are resolved from outside; empty if all may be.
  ///   - externals: The types that come from outside.
  ///   - duplicates: `fail` reports registrations that have replaced another one.
  init(_ core: Core, roots: [Any.Type], externals: [Any.Type], duplicates: DuplicatePolicy) {
    var survey = Survey(core, asChildrenSeeIt: true)
    let externals = Set(externals.map { ObjectIdentifier($0) })
    var points: [Int] = []
    var missing: [Key] = []
    var seen: Set<ObjectIdentifier> = []
    for root in roots where seen.insert(ObjectIdentifier(root)).inserted {
      let answer = survey.points(answering: root)
      points += answer.points
      if let key = answer.missing, !externals.contains(ObjectIdentifier(key.product)) { missing.append(key) }
    }
    analysis = Analysis(
      survey, roots: roots.isEmpty ? nil : points, missingRoots: missing, externals: externals, duplicates: duplicates)
    var faults: [Fault] = []
    var silenced: [(Fault, Silencer)] = []
    for fault in Inspection.faults(in: analysis) {
      if let silencer = survey.silencer(of: fault) {
        silenced.append((fault, silencer))
      } else {
        faults.append(fault)
      }
    }
    self.faults = faults
    self.silenced = silenced
  }

  /// Returns the sorted faults of all rules; one that repeats itself at several points of a registration is returned
  /// once.
  private static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    var seen: Set<Signature> = []
    var faults: [(fault: Fault, rank: Rank)] = []
    for (number, rule) in Rules.all.enumerated() {
      for fault in rule.faults(in: analysis) {
        if let signature = Signature(fault, in: survey), !seen.insert(signature).inserted { continue }
        faults.append((fault, Rank(fault, rule: number, in: survey)))
      }
    }
    return faults.sorted { $0.rank < $1.rank }.map(\.fault)
  }

  /// The identity of a fault, without the container that its registration is built for.
  private struct Signature: Hashable {
    struct Step: Hashable {
      let registered: Int
      let dependency: Int
      let end: Int?
    }

    let rule: GraphRule
    let registered: Int
    let steps: [Step]

    /// Nil for a fault of no registration.
    init?(_ fault: Fault, in survey: Survey) {
      guard let point = fault.point else { return nil }
      let registered = { survey.points[$0].registered }
      rule = fault.rule
      self.registered = registered(point)
      steps = fault.links.map { survey.links[$0] }.map { link in
        Step(registered: registered(link.point), dependency: link.dependency, end: link.end.map(registered))
      }
    }
  }

  /// The position of a fault among the others.
  private struct Rank: Comparable {
    let location: CodeLocation
    let rule: Int
    let sequence: UInt
    let dependencies: [Int]

    init(_ fault: Fault, rule: Int, in survey: Survey) {
      let summary = fault.point.map { survey.registered(at: $0).summary }
      location = summary?.location ?? .unknown
      self.rule = rule
      sequence = summary?.sequence ?? 0
      dependencies = fault.links.map { survey.links[$0].dependency }
    }

    static func < (left: Rank, right: Rank) -> Bool {
      let (first, second) = ((left.location, left.rule, left.sequence), (right.location, right.rule, right.sequence))
      return first == second ? left.dependencies.lexicographicallyPrecedes(right.dependencies) : first < second
    }
  }
}

extension Survey {
  /// Returns the allowance that silences a fault; any registration on a loop may silence the loop.
  fileprivate func silencer(of fault: Fault) -> Inspection.Silencer? {
    guard let point = fault.point else { return nil }
    let owners = fault.rule == .cycle ? fault.links.map { links[$0].point } : [point]
    for owner in owners {
      let registered = points[owner].registered
      for (number, allowance) in registrations[registered].summary.allowances.enumerated()
      where allowance.rule == fault.rule.rawValue {
        if allowance.type.map({ concerns(fault, $0) }) ?? true {
          return Inspection.Silencer(registered: registered, number: number)
        }
      }
    }
    return nil
  }

  /// Returns true if a fault is about a dependency of a type.
  private func concerns(_ fault: Fault, _ type: Any.Type) -> Bool {
    if fault.need?.product == type { return true }
    return fault.links.contains { index in
      dependency(of: links[index]).key.product == type
        || links[index].end.map { registered(at: $0).summary.key.product == type } ?? false
    }
  }
}

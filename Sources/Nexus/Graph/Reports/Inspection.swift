import Astroject

/// Checks a container by all rules.
struct Inspection {
  let analysis: Analysis
  /// What is wrong, in the order of the places in the source.
  let faults: [Fault]
  /// What is wrong and silenced.
  let silenced: [(fault: Fault, by: Silencer)]

  /// An allowance: the registration that has it, and its number there.
  struct Silencer: Hashable {
    let registered: Int
    let number: Int
  }

  /// - Parameters:
  ///   - core: What is checked.
  ///   - roots: What is resolved from outside; nothing for everything.
  ///   - externals: What comes from outside.
  init(_ core: Core, roots: [Any.Type], externals: [Any.Type]) {
    var survey = Survey(core)
    let externals = Set(externals.map { ObjectIdentifier($0) })
    var points: [Int] = []
    var missing: [Key] = []
    var seen: Set<ObjectIdentifier> = []
    for root in roots where seen.insert(ObjectIdentifier(root)).inserted {
      let answer = survey.points(answering: root)
      points += answer.points
      if let key = answer.missing, !externals.contains(ObjectIdentifier(key.product)) { missing.append(key) }
    }
    analysis = Analysis(survey, roots: roots.isEmpty ? nil : points, missingRoots: missing, externals: externals)
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

  /// What breaks a rule, in order. What is wrong wherever a registration is built for is told once.
  private static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    var seen: Set<[Int]> = []
    var faults: [(fault: Fault, place: SourcePlace?, rank: [UInt])] = []
    for (number, rule) in Rules.all.enumerated() {
      for fault in rule.faults(in: analysis) {
        let links = fault.links.map { survey.links[$0] }
        let trail = links.flatMap { link in
          [
            survey.points[link.point].registered, link.dependency,
            link.end.map { survey.points[$0].registered } ?? -1,
          ]
        }
        let registered = fault.point.map { survey.points[$0].registered }
        guard registered == nil || seen.insert([number, registered ?? 0] + trail).inserted else { continue }
        let summary = registered.map { survey.registrations[$0].summary }
        let rank = [UInt(number), summary?.sequence ?? 0] + links.map { UInt($0.dependency) }
        faults.append((fault, summary?.place, rank))
      }
    }
    return faults.sorted { left, right in
      let (first, second) = (left.place?.fileID ?? "", right.place?.fileID ?? "")
      if first != second { return first < second }
      let (line, other) = (left.place?.line ?? 0, right.place?.line ?? 0)
      return line != other ? line < other : left.rank.lexicographicallyPrecedes(right.rank)
    }
    .map(\.fault)
  }
}

extension Survey {
  /// The registration that says that a fault is right, and why; a loop may be silenced by any registration on it.
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

  /// Whether a fault is about a dependency of a type.
  private func concerns(_ fault: Fault, _ type: Any.Type) -> Bool {
    if fault.need?.product == type { return true }
    return fault.links.contains { index in
      dependency(of: links[index]).key.product == type
        || links[index].end.map { registered(at: $0).summary.key.product == type } ?? false
    }
  }
}

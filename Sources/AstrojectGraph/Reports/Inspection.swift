import Nexus

/// A check of a container by all rules.
struct Inspection {
  let analysis: Analysis
  /// The faults that are not silenced, in the order of their source locations.
  private(set) var faults: [Fault] = []
  /// The hints that are not silenced, in the order of their source locations; empty before ``findHints()``.
  private(set) var hints: [Fault] = []
  /// The silenced faults and hints.
  private(set) var silenced: [(fault: Fault, by: Silencer)] = []

  /// - Parameters:
  ///   - core: The container to check.
  ///   - roots: The types that are resolved from outside; empty if all may be.
  ///   - externals: The types that come from outside.
  ///   - duplicates: `fail` reports registrations that have replaced another one.
  ///   - maxOpaque: The number of opaque registrations that are no fault; nil if any are allowed.
  init(
    _ core: Core, roots: [Any.Type], externals: [Any.Type], duplicates: DuplicatePolicy, maxOpaque: Int?
  ) {
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
      survey, roots: roots.isEmpty ? nil : points, missingRoots: missing, externals: externals, duplicates: duplicates,
      maxOpaque: maxOpaque)
    faults = audible(Rules.all)
  }

  /// Applies the rules whose findings are hints, which `validate` need not ask for.
  mutating func findHints() { hints = audible(Rules.hints) }

  /// Returns the faults of some rules, and notes those that are silenced.
  private mutating func audible(_ rules: [any Rule.Type]) -> [Fault] {
    let survey = analysis.survey
    let audible = Inspection.faults(of: rules, in: analysis).filter { fault in
      guard let silencer = survey.silencer(of: fault) else { return true }
      silenced.append((fault, silencer))
      return false
    }
    return Inspection.merged(audible, in: survey)
  }

  /// Returns the faults, those about one missing key in one: it belongs to the registration that came first.
  ///
  /// Of those that one decorator causes in all that it decorates, the first is returned.
  private static func merged(_ faults: [Fault], in survey: Survey) -> [Fault] {
    struct Absence: Hashable {
      let rule: GraphRule
      let need: Key
    }
    var absences: [Absence: [Fault]] = [:]
    var order: [Absence] = []
    var changes: [GraphRule: Set<Set<[Int]>>] = [:]
    let others = faults.filter { fault in
      if fault.rule == .cycle || fault.rule == .containerKept {
        return changes[fault.rule, default: []].insert(survey.changeable(fault)).inserted
      }
      guard let absence = survey.sharedAbsence(fault).map(Absence.init) else { return true }
      if absences[absence] == nil { order.append(absence) }
      absences[absence, default: []].append(fault)
      return false
    }
    let merged = order.map { absence in
      let faults = absences[absence] ?? []
      let links = faults.flatMap(\.links).sorted { left, right in
        let (first, second) = (survey.links[left], survey.links[right])
        return (survey.registered(at: first.point).blueprint.sequence, first.position)
          < (survey.registered(at: second.point).blueprint.sequence, second.position)
      }
      return Fault(
        absence.rule, at: links.first.map { survey.links[$0].point }, links, need: absence.need,
        asRoot: faults.contains { $0.isRoot })
    }
    return (others + merged).map { ($0, Rank($0, in: survey)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Returns the sorted faults of all rules; one that repeats itself at several points of a registration is returned
  /// once.
  private static func faults(of rules: [any Rule.Type], in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    var seen: Set<Signature> = []
    var faults: [(fault: Fault, rank: Rank)] = []
    for fault in rules.flatMap({ $0.faults(in: analysis) }) {
      if let signature = Signature(fault, in: survey), !seen.insert(signature).inserted { continue }
      faults.append((fault, Rank(fault, in: survey)))
    }
    return faults.sorted { $0.rank < $1.rank }.map(\.fault)
  }

  /// The identity of a fault, without the container that its registration is built for.
  private struct Signature: Hashable {
    struct Step: Hashable {
      let registered: Int
      let position: Int
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
        Step(registered: registered(link.point), position: link.position, end: link.end.map(registered))
      }
    }
  }

  /// The position of a fault among the others.
  struct Rank: Comparable {
    let location: CodeLocation
    let rule: Int
    let sequence: UInt
    let dependencies: [Int]

    init(_ fault: Fault, in survey: Survey) {
      let blueprint = fault.point.map { survey.registered(at: $0).blueprint }
      location = blueprint?.location ?? .unknown
      rule = Rules.positions[fault.rule] ?? 0
      sequence = blueprint?.sequence ?? 0
      dependencies = fault.links.map { survey.links[$0].position }
    }

    static func < (left: Rank, right: Rank) -> Bool {
      let (first, second) = ((left.location, left.rule, left.sequence), (right.location, right.rule, right.sequence))
      return first == second ? left.dependencies.lexicographicallyPrecedes(right.dependencies) : first < second
    }
  }
}

extension Survey {
  /// Returns the dependencies on the way of a fault that can be changed, which those of a decorated registration on its
  /// decorators cannot: each by its owner and its position there.
  fileprivate func changeable(_ fault: Fault) -> Set<[Int]> {
    Set(
      fault.links.map { links[$0] }.filter { $0.dependency.site != .decorator }
        .map { [points[$0.point].registered, $0.position] })
  }

  /// Returns the missing key that a fault may have in common with others, also with those in parents.
  ///
  /// The remedy for a memberwise initializer concerns its owner alone.
  fileprivate func sharedAbsence(_ fault: Fault) -> (rule: GraphRule, need: Key)? {
    guard fault.rule == .missingDependency || fault.rule == .unprovidedOptional, let need = fault.need else {
      return nil
    }
    let isOwn = need.product is any InjectedProperty.Type && fault.point != nil
    return isOwn ? nil : (fault.rule, need)
  }
}

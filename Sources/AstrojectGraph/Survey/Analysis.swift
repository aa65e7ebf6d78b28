import Nexus

/// A survey, with facts that several rules share.
struct Analysis {
  let survey: Survey
  /// The points that are resolved from outside; nil if that is not known, and all may be.
  let roots: [Int]?
  /// The roots that are not registered.
  let missingRoots: [Key]
  /// The types that come from outside.
  let externals: Set<ObjectIdentifier>
  /// Says if a registration that has replaced another one is a fault.
  let duplicates: DuplicatePolicy
  /// The number of opaque registrations that are no fault; nil if any are allowed.
  let maxOpaque: Int?
  /// The effect of a resolve, for each point.
  let effects: [Dependency.Effect]

  init(
    _ survey: Survey, roots: [Int]? = nil, missingRoots: [Key] = [], externals: Set<ObjectIdentifier> = [],
    duplicates: DuplicatePolicy = .replace, maxOpaque: Int? = nil
  ) {
    self.survey = survey
    self.roots = roots
    self.missingRoots = missingRoots
    self.externals = externals
    self.duplicates = duplicates
    self.maxOpaque = maxOpaque
    effects = Analysis.effects(in: survey)
  }

  private static func effects(in survey: Survey) -> [Dependency.Effect] {
    // The declared dependencies of a closure do not count: its own effect says how it resolves them.
    let successor = { (index: Int) -> Int? in
      let link = survey.links[index]
      return link.use <= .afterwards && link.dependency.site != .declared ? link.end : nil
    }
    let components = Components(survey.points, successor)
    var effects: [Dependency.Effect] = []
    for members in components.members {
      var effect = Dependency.Effect.none
      for member in members {
        effect.add(survey.registrations[survey.points[member].registered].summary.effect)
        for end in survey.points[member].links.lazy.compactMap(successor) where components.number[end] < effects.count {
          effect.add(effects[components.number[end]])
        }
      }
      effects.append(effect)
    }
    return survey.points.indices.map { effects[components.number[$0]] }
  }

  /// The opaque registrations that the container can resolve.
  var opaque: [Int] {
    var seen: Set<Int> = []
    return survey.points.map(\.registered).filter { seen.insert($0).inserted && survey.isOpaque($0) }
  }

  /// Returns true if a type comes from outside.
  func isExternal(_ type: Any.Type) -> Bool { externals.contains(ObjectIdentifier(type)) }
}

extension Survey {
  /// Returns true if a registration may have dependencies that are not known.
  func isOpaque(_ registered: Int) -> Bool {
    let registration = registrations[registered]
    let summary = registration.summary
    if summary.isDeclared { return false }
    return uncertain.contains(registered) || summary.hasOpaqueClosures || resolving.contains(registered)
      || hasClosureRule(registered) || makesInjected(registered)
  }

  /// Returns the reason for which an opaque registration is opaque, and the remedy that fits, after a comma.
  func opacity(_ registered: Int) -> String {
    let (summary, blueprint) = (registrations[registered].summary, registrations[registered].blueprint)
    if hiding.contains(registered) {
      return ", whose protocol hides an `@Inject`: \(blueprint.step.unhiding ?? "declare it by `depends(on:)`")"
    }
    let verb = blueprint.isDecorator ? "decorate with" : blueprint.isContribution ? "contribute" : "register"
    if makesInjected(registered) {
      return ", whose closure makes an object with an `@Inject`: \(verb) its initializer"
    }
    if uncertain.contains(registered) {
      return ", with an `@Inject` that may have a name or key: declare it by `depends(on:)`"
    }
    if resolving.contains(registered) {
      return ", which takes a `Resolver` or a `Container`: declare by `depends(on:)` what it resolves"
    }
    if hasClosureRule(registered) {
      return ", with a rule whose closure takes a resolver: declare by `depends(on:)` what it resolves"
    }
    if case .closure = summary.origin, !summary.isLeafClosure {
      return ", a closure: \(verb) an initializer, or declare by `depends(on:)` what it resolves"
    }
    return ", with an `afterInit`: declare by `depends(on:)` what it resolves"
  }

  private func hasClosureRule(_ registered: Int) -> Bool {
    registrations[registered].dependencies.contains { $0.kind == .closure }
  }

  /// Returns true if a closure that takes nothing makes an object whose type shows injected properties.
  private func makesInjected(_ registered: Int) -> Bool {
    let summary = registrations[registered].summary
    return summary.isLeafClosure && HiddenProperties.areShown(by: summary.key.product)
  }
}

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
  /// The effect of a resolve, for each point.
  let effects: [Summary.Effect]

  init(
    _ survey: Survey, roots: [Int]? = nil, missingRoots: [Key] = [], externals: Set<ObjectIdentifier> = [],
    duplicates: DuplicatePolicy = .replace
  ) {
    self.survey = survey
    self.roots = roots
    self.missingRoots = missingRoots
    self.externals = externals
    self.duplicates = duplicates
    effects = Analysis.effects(in: survey)
  }

  private static func effects(in survey: Survey) -> [Summary.Effect] {
    // The declared dependencies of a closure do not count: its own effect says how it resolves them.
    let successor = { (index: Int) -> Int? in
      let link = survey.links[index]
      return link.use <= .afterwards && survey.dependency(of: link).site != .declared ? link.end : nil
    }
    let components = Components(survey.points, successor)
    var effects: [Summary.Effect] = []
    for members in components.members {
      var effect = Summary.Effect()
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
      || registration.dependencies.contains { $0.kind == .closure }
  }

  /// Returns the reason for which an opaque registration is opaque, and the remedy, after a comma; empty if it is a
  /// closure, which needs no more words.
  func opacity(_ registered: Int) -> String {
    if hiding.contains(registered) {
      let key = registrations[registered].summary.key
      let label = key.sampleLabel.map { $0 + ", " } ?? ""
      return ", whose protocol hides an `@Inject`: "
        + "`register(\(label)initializer: ….init).implements(\(Spelling.expression(key.product)).self) { $0 }`"
    }
    if uncertain.contains(registered) { return ", with an `@Inject` that may have a name or key" }
    return resolving.contains(registered) ? ", which takes a `Resolver` or a `Container`" : ""
  }
}

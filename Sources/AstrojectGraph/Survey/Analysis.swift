import Nexus

/// A survey with what several rules ask about it.
struct Analysis {
  let survey: Survey
  /// What is resolved from outside; nil where that is not said, and so may be everything.
  let roots: [Int]?
  /// What is to be resolved from outside, and is not registered.
  let missingRoots: [Key]
  /// The types that come from outside.
  let externals: Set<ObjectIdentifier>
  /// What is said about registrations that have taken the place of others.
  let duplicates: DuplicatePolicy
  /// What a resolve of each point takes.
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
    // What a closure resolves, it resolves as it can.
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

  /// Whether a type comes from outside.
  func isExternal(_ type: Any.Type) -> Bool { externals.contains(ObjectIdentifier(type)) }
}

extension Survey {
  /// Whether something in a registration may resolve what is not known.
  func isOpaque(_ registered: Int) -> Bool {
    let registration = registrations[registered]
    let summary = registration.summary
    if summary.isDeclared { return false }
    return uncertain.contains(registered) || summary.hasOpaqueClosures || resolving.contains(registered)
      || registration.dependencies.contains { $0.kind == .closure }
  }
}

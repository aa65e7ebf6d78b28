import Astroject

/// A survey with what several rules ask about it.
struct Analysis {
  let survey: Survey
  /// What is resolved from outside; nil where that is not said, and so may be everything.
  let roots: [Int]?
  /// What is to be resolved from outside, and is not registered.
  let missingRoots: [Any.Type]
  /// The types that come from outside.
  let externals: Set<ObjectIdentifier>
  /// What a resolve of each point takes.
  let effects: [Summary.Effect]

  init(
    _ survey: Survey, roots: [Int]? = nil, missingRoots: [Any.Type] = [], externals: Set<ObjectIdentifier> = []
  ) {
    self.survey = survey
    self.roots = roots
    self.missingRoots = missingRoots
    self.externals = externals
    effects = Analysis.effects(in: survey)
  }

  private static func effects(in survey: Survey) -> [Summary.Effect] {
    let components = Components(survey.points) { link in
      survey.links[link].use <= .afterwards ? survey.links[link].end : nil
    }
    var effects: [Summary.Effect] = []
    for members in components.members {
      var effect = Summary.Effect()
      for member in members {
        effect.add(survey.registered(at: member).summary.effect)
        for link in survey.links[survey.points[member].links] where link.use <= .afterwards {
          // What a closure resolves, it resolves as it can.
          guard let end = link.end, survey.dependency(of: link).site != .declared else { continue }
          let component = components.number[end]
          if component < effects.count { effect.add(effects[component]) }
        }
      }
      effects.append(effect)
    }
    return survey.points.indices.map { effects[components.number[$0]] }
  }

  /// Whether something in a registration may resolve what is not known.
  func isOpaque(_ registered: Int) -> Bool { survey.isOpaque(registered) }

  /// Whether a type comes from outside.
  func isExternal(_ type: Any.Type) -> Bool { externals.contains(ObjectIdentifier(type)) }
}

extension Survey {
  /// Whether something in a registration may resolve what is not known.
  func isOpaque(_ registered: Int) -> Bool {
    let registration = registrations[registered]
    let summary = registration.summary
    if uncertain.contains(registered) { return true }
    if summary.isDeclared { return false }
    return summary.hasOpaqueClosures || resolving.contains(registered)
      || registration.dependencies.contains { $0.kind == .closure }
  }
}

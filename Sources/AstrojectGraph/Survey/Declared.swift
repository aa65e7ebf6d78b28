import Nexus

// The dependencies that closures declare.

extension Analysis {
  /// Returns the links of declared dependencies that are not resolved later, filtered by the effects of closure and
  /// target.
  func declaredLinks(where isMeant: (_ own: Dependency.Effect, _ target: Dependency.Effect) -> Bool) -> [Int] {
    survey.links.indices.filter { index in
      let link = survey.links[index]
      guard link.use <= .afterwards, let end = link.end, link.dependency.site == .declared else { return false }
      return isMeant(survey.registered(at: link.point).summary.closureEffect, effects[end])
    }
  }
}

import Nexus

// The dependencies that closures declare.

extension Analysis {
  /// Returns the links of declared dependencies that are not resolved later, filtered by the effects of closure and
  /// target.
  func declaredLinks(where isMeant: (_ own: Dependency.Effect, _ target: Dependency.Effect) -> Bool) -> [Int] {
    survey.points.indices.flatMap { point -> [Int] in
      let registered = survey.points[point].registered
      let own = survey.registrations[registered].summary.closureEffect
      return survey.points[point].links.filter { index in
        let link = survey.links[index]
        guard link.use <= .afterwards, let end = link.end, link.dependency.site == .declared else {
          return false
        }
        return isMeant(own, effects[end])
      }
    }
  }
}

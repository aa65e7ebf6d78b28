import Nexus

// The dependencies that closures declare.

extension Analysis {
  /// Returns the links of declared dependencies that are not resolved later, filtered by the effects of closure and
  /// target.
  func declaredLinks(
    where isMeant: (_ link: Survey.Link, _ own: Dependency.Effect, _ target: Dependency.Effect) -> Bool
  ) -> [Int] {
    survey.links.indices.filter { index in
      let link = survey.links[index]
      guard link.use <= .afterwards, let end = link.end, link.dependency.site == .declared, !survey.isPrepared(link)
      else { return false }
      return isMeant(link, survey.registered(at: link.point).summary.closureEffect, effects[end])
    }
  }
}

extension Survey {
  /// Returns true if an injected property alone can need a declared dependency.
  ///
  /// The property resolves it synchronously, even if the code that makes the object is asynchronous.
  func isOfProperty(_ link: Link) -> Bool {
    guard link.dependency.site == .declared else { return false }
    let number = points[link.point].registered
    let summary = registrations[number].summary
    guard summary.declarer == .property || summary.isLeafClosure && !summary.hasAfterInit else { return false }
    return hiding.contains(number) || HiddenProperties.areShown(by: summary.key.product)
  }

  /// Returns true if an initializer is registered whose injected property gets a declared dependency before `init`.
  fileprivate func isPrepared(_ link: Link) -> Bool {
    let summary = registered(at: link.point).summary
    return summary.declarer == .property
      && summary.wired.contains { wired in
        let dependency = link.dependency
        return !wired.isLabelKnown && wired.key == dependency.key && wired.kind == dependency.kind
      }
  }
}

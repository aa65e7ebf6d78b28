import Nexus

/// Requires each dependency to be registered or external, even if it is resolved later.
enum MissingDependency: Rule {
  static let code = GraphRule.missingDependency

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.survey.links.indices.compactMap { index in
      guard case .missing(let key) = analysis.survey.links[index].target, !analysis.isExternal(key.product),
        !MissingArgument.concerns(index, in: analysis)
      else { return nil }
      return Fault(code, at: analysis.survey.links[index].point, [index], need: key)
    } + analysis.missingRoots.map { Fault(code, at: nil, need: $0, asRoot: true) }
  }
}

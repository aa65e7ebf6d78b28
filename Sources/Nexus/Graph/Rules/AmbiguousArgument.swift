import Astroject

/// Where a type comes as an argument, one parameter may take it, or each has to be marked.
enum AmbiguousArgument: Rule {
  static let code = GraphRule.ambiguousArgument

  static func faults(in analysis: Analysis) -> [Fault] {
    guard !analysis.externals.isEmpty else { return [] }
    let survey = analysis.survey
    return survey.points.indices.flatMap { point -> [Fault] in
      var byType: [ObjectIdentifier: [Int]] = [:]
      for index in survey.points[point].links where takesArgument(survey.links[index], in: analysis) {
        let type = survey.dependency(of: survey.links[index]).key.product
        byType[ObjectIdentifier(type), default: []].append(index)
      }
      return byType.values.compactMap { links in
        // A parameter of the type itself goes before one of an optional or a `Lazy` of it.
        let exact = links.filter { survey.dependency(of: survey.links[$0]).kind == .required }
        let best = exact.isEmpty ? links : exact
        return best.count < 2
          ? nil : Fault(code, at: point, best, need: survey.dependency(of: survey.links[best[0]]).key)
      }
    }
  }

  private static func takesArgument(_ link: Survey.Link, in analysis: Analysis) -> Bool {
    let dependency = analysis.survey.dependency(of: link)
    guard case .parameter = dependency.site, link.end == nil, analysis.isExternal(dependency.key.product) else {
      return false
    }
    switch dependency.kind {
    case .required, .optional, .lazy, .provider: return true
    case .collection, .argument, .fixed, .closure, .forwarded, .container, .resolver: return false
    }
  }
}

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
      return byType.values.filter { $0.count > 1 }.map { links in
        Fault(code, at: point, links, need: survey.dependency(of: survey.links[links[0]]).key)
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

import Nexus

/// Requires a marked parameter if an argument fits several parameters of its type.
///
/// A parameter that can also be resolved counts, as soon as another one of its type needs the argument. A
/// decorator gets no arguments, so a child registers what it takes of an external type.
enum AmbiguousArgument: Rule {
  static let code = GraphRule.ambiguousArgument

  static func faults(in analysis: Analysis) -> [Fault] {
    guard !analysis.externals.isEmpty else { return [] }
    let survey = analysis.survey
    return survey.points.indices.flatMap { point -> [Fault] in
      if survey.registered(at: point).blueprint.isDecorator { return [] }
      var byType: [ObjectIdentifier: [Int]] = [:]
      var last: Int?
      for index in survey.points[point].links where takesArgument(survey.links[index], in: analysis) {
        let link = survey.links[index]
        // A provider of a product with arguments has a link to each registration that takes some.
        guard link.position != last else { continue }
        last = link.position
        byType[ObjectIdentifier(link.dependency.key.product), default: []].append(index)
      }
      return byType.values.compactMap { links in
        guard links.contains(where: { survey.links[$0].end == nil }) else { return nil }
        // Parameters of the type itself take precedence over those of an optional or a `Lazy` of it.
        let exact = links.filter { survey.links[$0].dependency.kind == .required }
        let best = exact.isEmpty ? links : exact
        return best.count < 2
          ? nil : Fault(code, at: point, best, need: survey.links[best[0]].dependency.key)
      }
    }
  }

  private static func takesArgument(_ link: Survey.Link, in analysis: Analysis) -> Bool {
    let dependency = link.dependency
    guard case .parameter = dependency.site, analysis.isExternal(dependency.key.product) else { return false }
    switch dependency.kind {
    case .required, .optional, .lazy, .provider: return true
    case .collection, .argument, .fixed, .decorated, .closure, .forwarded, .container, .resolver: return false
    }
  }
}

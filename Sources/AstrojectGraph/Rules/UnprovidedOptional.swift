import Nexus

/// Notes each optional dependency for which nothing is registered.
enum UnprovidedOptional: Rule {
  static let code = GraphRule.unprovidedOptional

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    return survey.links.indices.compactMap { index in
      let dependency = survey.links[index].dependency
      switch survey.links[index].target {
      case .vacant: break
      // An optional of a collection without elements.
      case .absent where dependency.kind == .optional: break
      case .absent, .point, .missing, .fallback, .container, .resolver: return nil
      }
      return need(for: dependency.key, in: analysis).map {
        Fault(code, at: survey.links[index].point, [index], need: $0)
      }
    }
  }

  /// Returns the key that a `Lazy`, a `Provider`, an optional or an array is of; nil if it is external.
  ///
  /// A dictionary is not of one key, because each of its elements has a name or key of its own.
  private static func need(for key: Key, in analysis: Analysis) -> Key? {
    if analysis.isExternal(key.product) { return nil }
    guard let form = DerivedForms.form(for: key) else { return key }
    let inner = form.dependency(for: key, at: .declared)
    let need = need(for: inner.key, in: analysis)
    return inner.keys == nil ? need : need.map { _ in key }
  }
}

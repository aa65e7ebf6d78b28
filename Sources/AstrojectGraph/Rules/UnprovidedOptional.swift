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
      let need = innermost(dependency.key)
      if analysis.isExternal(need.product) { return nil }
      return Fault(code, at: survey.links[index].point, [index], need: need)
    }
  }

  /// Returns the key that a `Lazy`, a `Provider` or an optional is of.
  private static func innermost(_ key: Key) -> Key {
    guard let form = DerivedForms.form(of: key.product), form.isAvailable(for: key) else { return key }
    return innermost(form.dependency(for: key, at: .declared).key)
  }
}

import Nexus

/// Notes each optional dependency for which nothing is registered.
enum UnprovidedOptional: Rule {
  static let code = GraphRule.unprovidedOptional

  static func faults(in analysis: Analysis) -> [Fault] {
    let survey = analysis.survey
    return survey.links.indices.compactMap { index in
      let dependency = survey.dependency(of: survey.links[index])
      guard dependency.kind == .optional, case .absent = survey.links[index].target else { return nil }
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

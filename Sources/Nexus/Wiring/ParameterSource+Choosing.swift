import Astroject

// Which source gives the value of a parameter: by its type, or by the form that its type is.

extension AnyParameterSource {
  /// Returns the source for the type of a parameter.
  static func resolving(_ type: Any.Type) -> AnyParameterSource {
    func source<Value>(_ type: Value.Type) -> AnyParameterSource { ParameterSource<Value>.resolving(nil) }
    return _openExistential(type, do: source)
  }
}

extension ParameterSource {
  /// Returns the source for the type of a parameter, with or without a name or key.
  static func resolving(_ label: Label?) -> ParameterSource<Value> {
    guard let form = DerivedForms.form(of: Value.self), form.mayBeEmpty,
      form.isAvailable(for: Key(Value.self, label: label)),
      let source = form.source(label) as? ParameterSource<Value>
    else { return ResolvingSource<Value>(label) }
    return source
  }
}

extension DerivedForm {
  /// Returns the source for this form, which is a `ParameterSource<Self>`.
  fileprivate static func source(_ label: Label?) -> AnyObject { DerivedSource<Self>(label) }
}

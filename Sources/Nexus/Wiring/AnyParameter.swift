import Astroject

/// A rule for a parameter whose type is known only while the program runs; see ``Parameter``.
package struct AnyParameter: Sendable {
  let input: InitializerPlan.Input

  /// Resolves the product registered for the parameter's type under a name or key.
  package static func labelled(_ label: Label, as type: Any.Type) -> AnyParameter {
    func source<Value>(_ type: Value.Type) -> AnyParameterSource { ParameterSource<Value>.resolving(label) }
    let source = _openExistential(type, do: source)
    return AnyParameter(
      input: InitializerPlan.Input(source: source, isArgument: false, takesArguments: true, isOfFile: true))
  }

  /// Gives a value of exactly the parameter's type, which every product shares.
  package static func value<Value>(_ value: Value) -> AnyParameter {
    AnyParameter(
      input: InitializerPlan.Input(
        source: FixedSource(value), isArgument: false, takesArguments: false, isOfFile: true))
  }
}

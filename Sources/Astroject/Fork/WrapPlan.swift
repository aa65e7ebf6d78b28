/// What is known of a recipe that is put around another registration: it gets that one.
package final class WrapPlan: ParameterPlan {
  /// What the other one is found by from now on.
  package let real: Key
  private let original: (any ParameterPlan)?

  package init(around found: Match) {
    let key = found.blueprint.key
    real = Key(key.product, label: Label(Wrapped(key.label)), arguments: key.arguments)
    original = found.blueprint.acceptor
  }

  package var dependencies: [Dependency] { [Dependency(key: real, kind: .required, site: .parameter(0))] }
  package var unseenType: Any.Type? { nil }
  package var isLeaf: Bool { false }
  package func noteAsked() {}

  // Arguments that are not part of the key are handed on.

  package var needsArguments: Bool { original?.needsArguments ?? false }

  package func accept(_ arguments: [SuppliedArgument]) throws -> SuppliedArguments {
    guard let original else { throw AstrojectError.Cause.unfitArgument(arguments.first?.type ?? Void.self) }
    return try original.accept(arguments)
  }
}

/// The arguments of a request, without their types.
///
/// A request without arguments has no such object. So an ordinary resolve allocates none.
package class AnyArguments: @unchecked Sendable {
  // Never changed. The caller hands it to the build that it requests, which works for that caller alone.
  /// The arguments one by one, with the types that the caller gives them.
  var list: [SuppliedArgument] { [] }

  /// Returns a box with the arguments; nil if there are none.
  package static func of<Argument>(_ argument: Argument, list: ArgumentList<Argument>? = nil) -> AnyArguments? {
    Argument.self == Void.self ? nil : ArgumentBox(argument, list)
  }

  /// Returns the arguments in a box.
  ///
  /// The type is not checked. Arguments that reach a blueprint are of the type that its key names, and without a box
  /// that type is `Void`.
  static func value<Argument>(in box: AnyArguments?, as type: Argument.Type) -> Argument {
    guard let box else { return unsafeBitCast((), to: Argument.self) }
    return unsafeDowncast(box, to: ArgumentBox<Argument>.self).value
  }
}

/// A box with arguments, which knows their type.
private final class ArgumentBox<Argument>: AnyArguments, @unchecked Sendable {
  let value: Argument
  /// Splits the tuple of several arguments.
  private let parts: ArgumentList<Argument>?

  init(_ value: Argument, _ parts: ArgumentList<Argument>?) {
    self.value = value
    self.parts = parts
  }

  override var list: [SuppliedArgument] { parts.map { $0(value) } ?? [SuppliedArgument(value)] }
}

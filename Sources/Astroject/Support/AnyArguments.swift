/// The arguments of a request, as those see them who do not know their types.
///
/// Where there are none, there is no such object, so that an ordinary resolve makes none.
package class AnyArguments: @unchecked Sendable {
  // Never changed. Handed from the caller to the build that it asks for, which is the caller's.
  /// The argument, or the tuple of several, as a value of any type.
  var any: Any { () }

  /// The arguments one by one, with the types that the caller knows them by.
  var list: [SuppliedArgument] { [] }

  /// Puts arguments into a box, if there are any.
  package static func of<Argument>(_ argument: Argument, list: ArgumentList<Argument>? = nil) -> AnyArguments? {
    Argument.self == Void.self ? nil : ArgumentBox(argument, list)
  }

  /// Takes the arguments out.
  ///
  /// Whoever asks knows the type: arguments that reach a blueprint are of the type that its key names, and where there
  /// is no box, the type is `Void`.
  static func value<Argument>(in box: AnyArguments?, as type: Argument.Type) -> Argument {
    guard let box else { return unsafeBitCast((), to: Argument.self) }
    return unsafeDowncast(box, to: ArgumentBox<Argument>.self).value
  }
}

/// Arguments in the hands of the engine.
private final class ArgumentBox<Argument>: AnyArguments, @unchecked Sendable {
  let value: Argument
  /// Takes them apart, where they are several.
  private let parts: ArgumentList<Argument>?

  init(_ value: Argument, _ parts: ArgumentList<Argument>?) {
    self.value = value
    self.parts = parts
  }

  override var any: Any { value }
  override var list: [SuppliedArgument] { parts.map { $0(value) } ?? [SuppliedArgument(value)] }
}

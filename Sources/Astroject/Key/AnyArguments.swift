/// The arguments of a request, without their types.
///
/// A request without arguments has no such object. So an ordinary resolve allocates none.
package final class AnyArguments: @unchecked Sendable {
  // Never changed. The caller hands it to the build that it requests, which works for that caller alone.
  private let box: AnyProduct
  /// The arguments one by one, with the types that the caller gives them.
  let list: [SuppliedArgument]

  private init(_ box: AnyProduct, _ list: [SuppliedArgument]) { (self.box, self.list) = (box, list) }

  /// Returns the arguments as an object; nil if there are none.
  ///
  /// - Parameter list: Splits the tuple of several arguments.
  package static func of<Argument>(_ argument: Argument, list: ArgumentList<Argument>? = nil) -> AnyArguments? {
    if Argument.self == Void.self { return nil }
    return AnyArguments(ProductBox(argument), list.map { $0(argument) } ?? [SuppliedArgument(argument)])
  }

  /// Returns the arguments of an object.
  ///
  /// The type is not checked. Arguments that reach a blueprint are of the type that its key names, and without an
  /// object that type is `Void`.
  static func value<Argument>(in arguments: AnyArguments?, as type: Argument.Type) -> Argument {
    guard let arguments else { return unsafeBitCast((), to: Argument.self) }
    return arguments.box.value(as: type)
  }
}

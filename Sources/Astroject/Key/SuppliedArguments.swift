/// An argument with the type that the caller gives it.
@usableFromInline
package final class SuppliedArgument: @unchecked Sendable {
  // The caller hands it to the build that it requests, which works for that caller alone.
  package let type: Any.Type
  package let value: Any

  /// Creates an argument, which may name its own type.
  package init<Argument>(_ argument: Argument) {
    (type, value) = (argument as? any TypedArgument)?.supplied ?? (Argument.self, argument)
  }

  /// Returns the argument as a value of a type: the caller's type, or a class or protocol of the value; nil otherwise.
  ///
  /// The content does not matter: an optional or a collection fits its own type alone because an empty one could be
  /// cast to any other.
  package func fitting<Value>(_ type: Value.Type, exactly isExact: Bool) -> Value? {
    if isExact { return self.type == Value.self ? value as? Value : nil }
    guard let fitting = value as? Value else { return nil }
    let isSame = Swift.type(of: fitting as Any) == Swift.type(of: value)
    return isSame || Value.self == AnyHashable.self ? fitting : nil
  }
}

/// A function that splits the arguments of a request.
@usableFromInline
package typealias ArgumentList<Argument> = @Sendable (Argument) -> [SuppliedArgument]

/// An argument that names its own type.
package protocol TypedArgument {
  var supplied: (type: Any.Type, value: Any) { get }
}

/// An argument that was assigned to a parameter.
package final class MatchedArgument {
  /// The argument, in a box of the parameter's type.
  package let box: AnyProduct
  /// The value that tells the argument from others; nil if it cannot be compared.
  let value: ArgumentValue?

  package init(_ argument: SuppliedArgument, in box: AnyProduct, of type: Any.Type) {
    self.box = box
    value = ArgumentValue.of(argument.value, for: type)
  }
}

/// The arguments of a request, assigned to the parameters.
package final class SuppliedArguments: @unchecked Sendable {
  // Written once. The values belong to the caller that waits for the build.
  /// The argument of each parameter, in a box of the parameter's type; nil for none.
  package let boxes: [AnyProduct?]
  /// The arguments that no parameter takes, for injected properties.
  package let rest: [SuppliedArgument]
  /// The types of those of them that fit a parameter, which another argument has taken.
  package let surplus: [Any.Type]
  /// The value that an instance is cached for, for any order of the arguments in the call; nil if there is none.
  ///
  /// There is none if one of the arguments cannot be compared.
  let value: ArgumentValue?

  /// Creates the arguments of a request.
  ///
  /// - Parameters:
  ///   - arguments: The argument of each parameter; nil for none.
  ///   - rest: The arguments that no parameter takes.
  ///   - surplus: The types of those of them that fit a parameter.
  package init(_ arguments: [MatchedArgument?], rest: [SuppliedArgument] = [], surplus: [Any.Type] = []) {
    boxes = arguments.map { $0?.box }
    self.rest = rest
    self.surplus = surplus
    // Those that no parameter takes are sorted by type, and those of one type stay in their order.
    let sorted = rest.ordered { Int(bitPattern: ObjectIdentifier($0.type)) }
    let values =
      arguments.compactMap { $0.map(\.value) ?? .void } + sorted.compactMap { ArgumentValue.of($0.value, for: $0.type) }
    value = values.count == arguments.count + rest.count ? .list(values) : nil
  }
}

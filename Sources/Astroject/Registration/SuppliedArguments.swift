/// An argument with the type that the caller knows it by.
package struct SuppliedArgument: @unchecked Sendable {
  // Handed from the caller to the build that it asks for, which is the caller's.
  package let type: Any.Type
  package let value: Any

  /// An argument that may say itself what type it is known by.
  package init<Argument>(_ argument: Argument) {
    if let typed = argument as? any TypedArgument {
      self = typed.supplied
    } else {
      self.init(argument, as: Argument.self)
    }
  }

  package init<Argument>(_ argument: Argument, as type: Argument.Type) {
    self.type = type
    value = argument
  }
}

extension SuppliedArgument {
  /// The argument as a value of a type: the one that the caller knows it by, or a class or protocol that it is of.
  ///
  /// Whether it fits does not depend on what is in it: an optional or a collection fits its own type alone, as one that
  /// is empty could be cast to any other.
  package func fitting<Value>(_ type: Value.Type, exactly isExact: Bool) -> Value? {
    if isExact { return self.type == Value.self ? value as? Value : nil }
    guard let fitting = value as? Value else { return nil }
    let isSame = Swift.type(of: fitting as Any) == Swift.type(of: value)
    return isSame || Value.self == AnyHashable.self ? fitting : nil
  }
}

/// Takes the arguments of a request apart.
package typealias ArgumentList<Argument> = @Sendable (Argument) -> [SuppliedArgument]

/// An argument that says what type it is known by.
package protocol TypedArgument {
  var supplied: SuppliedArgument { get }
}

/// An argument that goes to a parameter.
package struct MatchedArgument {
  /// It in a box of the parameter's type.
  package let box: AnyObject
  /// What tells it from others; nil where it cannot be compared.
  let value: ArgumentValue?

  package init(_ argument: SuppliedArgument, in box: AnyObject, of type: Any.Type) {
    self.box = box
    value = ArgumentValue.of(argument.value, for: type)
  }
}

/// Arguments, each in its place.
package final class SuppliedArguments: @unchecked Sendable {
  // Written once; the values belong to the caller who waits for the build.
  /// For each parameter what goes there, in a box of the parameter's type, if anything does.
  package let boxes: [AnyObject?]
  /// The arguments that no parameter takes, for injected properties.
  package let rest: [SuppliedArgument]
  /// The value that an instance is kept for, in whatever order the caller lists them; nil where it cannot be compared.
  let value: ArgumentValue?

  /// - Parameters:
  ///   - arguments: For each parameter what goes there, if anything does.
  ///   - rest: What no parameter takes.
  package init(_ arguments: [MatchedArgument?], rest: [SuppliedArgument] = []) {
    boxes = arguments.map { $0?.box }
    self.rest = rest
    let values = arguments.compactMap { $0.map(\.value) ?? .void } + SuppliedArguments.values(of: rest)
    value = values.count == arguments.count + rest.count ? .list(values) : nil
  }

  /// The values of what no parameter takes, as far as they can be compared: those of one type in their order.
  private static func values(of rest: [SuppliedArgument]) -> [ArgumentValue] {
    let order = rest.indices.sorted { left, right in
      let types = (ObjectIdentifier(rest[left].type), ObjectIdentifier(rest[right].type))
      return types.0 == types.1 ? left < right : types.0 < types.1
    }
    return order.compactMap { ArgumentValue.of(rest[$0].value, for: rest[$0].type) }
  }
}

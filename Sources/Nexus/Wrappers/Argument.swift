import Astroject

/// An argument that is matched by a given type instead of its own.
///
/// Arguments are matched to parameters by type. An `Apple` fits a parameter of type `any Fruit` by itself. `Argument`
/// names the type if several parameters would fit:
///
/// ```swift
/// let juice = try container.resolve(Juice.self, arguments: Argument<any Fruit>(Apple()))
/// ```
/// An optional or a collection fits only a parameter of its own type.
///
/// In a file that imports another module with an `Argument`, such as `ArgumentParser`, write `Nexus.Argument`.
public struct Argument<Value> {
  private let value: Value

  /// Creates an argument that is matched by the type `Value`.
  ///
  /// - Parameter value: The argument.
  public init(_ value: Value) { self.value = value }
}

// A build on another thread may use the value. So an argument with a value that is not Sendable stays with its caller,
// as any argument does.
extension Argument: Sendable where Value: Sendable {}

// MARK: - TypedArgument

extension Argument: TypedArgument {
  package var supplied: (type: Any.Type, value: Any) { (Value.self, value) }
}

import Astroject

/// An argument that is known by another type than its own.
///
/// Arguments are matched to parameters by their types. An `Apple` fits a parameter of type `any Fruit` by itself;
/// `Argument` says it where several parameters would do:
///
/// ```swift
/// let juice = try container.resolve(Juice.self, arguments: Argument<any Fruit>(Apple()))
/// ```
/// An optional or a collection fits a parameter of its own type alone.
///
/// In a file that imports another module with an `Argument`, as `ArgumentParser`, write `Nexus.Argument`.
public struct Argument<Value> {
  private let value: Value

  /// An argument of this type.
  public init(_ value: Value) { self.value = value }
}

// A product may be built with it by whoever gets it; what is not Sendable stays with its caller, as any argument does.
extension Argument: Sendable where Value: Sendable {}

// MARK: - TypedArgument

extension Argument: TypedArgument {
  package var supplied: SuppliedArgument { SuppliedArgument(value, as: Value.self) }
}

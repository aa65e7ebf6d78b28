/// How a registration for one type gets the instance of a registration for another.
struct Forwarding: Sendable {
  /// The registration whose instance it is.
  let target: Blueprint
  /// Makes of the target's product one of this registration's type.
  private let convert: @Sendable (AnyProduct) throws -> AnyProduct

  /// `convert` throws the type of an instance that does not fit.
  init<Target, Service>(
    to target: Blueprint, convert: @escaping @Sendable (Target) throws -> Service
  ) {
    self.target = target
    self.convert = { ProductBox(try convert($0.value(as: Target.self))) }
  }

  private init(to target: Blueprint, convert: @escaping @Sendable (AnyProduct) throws -> AnyProduct) {
    self.target = target
    self.convert = convert
  }

  /// The same for another registration of the same types.
  func rebound(to target: Blueprint) -> Forwarding { Forwarding(to: target, convert: convert) }

  /// What it makes of a product of the target's.
  func product(of product: AnyProduct) throws -> AnyProduct { try convert(product) }
}

/// Thrown by a conversion whose product is of another type than was promised.
struct Mismatch: Error {
  let type: Any.Type
}

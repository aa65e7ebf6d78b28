/// The way in which a registration for one type gets the instance of a registration for another type.
package struct Forwarding: Sendable {
  /// The registration that has the instance.
  package let target: Blueprint
  /// True if it only casts, and so resolves nothing.
  let isCast: Bool
  /// Converts the product of the target to this registration's type.
  private let convert: @Sendable (AnyProduct) throws -> AnyProduct

  /// Creates a forwarding. `convert` throws a ``Mismatch`` for an instance that does not fit.
  init<Target, Service>(
    to target: Blueprint, isCast: Bool, convert: @escaping @Sendable (Target) throws -> Service
  ) {
    self.init(to: target, isCast: isCast) { ProductBox(try convert($0.value(as: Target.self))) }
  }

  private init(to target: Blueprint, isCast: Bool, _ convert: @escaping @Sendable (AnyProduct) throws -> AnyProduct) {
    self.target = target
    self.isCast = isCast
    self.convert = convert
  }

  /// Returns this forwarding to another registration or, if another forwarding is given, through that to its target.
  package func rebound(to target: Blueprint, through other: Forwarding? = nil) -> Forwarding {
    guard let other else { return Forwarding(to: target, isCast: isCast, convert) }
    return Forwarding(to: other.target, isCast: isCast && other.isCast) { [convert] in try convert(other.convert($0)) }
  }

  /// Converts a product of the target.
  func product(of product: AnyProduct) throws -> AnyProduct { try convert(product) }
}

/// The error of a conversion whose product has another type than was promised.
struct Mismatch: Error {
  let type: Any.Type
}

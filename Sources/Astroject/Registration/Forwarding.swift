/// The way in which a registration for one type gets the instance of a registration for another type.
package final class Forwarding: Sendable {
  /// The registration that has the instance.
  package let target: Blueprint
  /// True if it only casts, and so resolves nothing.
  package let isCast: Bool
  /// Converts a product of the target to this registration's type.
  let convert: @Sendable (AnyProduct) throws -> AnyProduct

  private init(target: Blueprint, isCast: Bool, convert: @escaping @Sendable (AnyProduct) throws -> AnyProduct) {
    self.target = target
    self.isCast = isCast
    self.convert = convert
  }

  /// Creates a forwarding. `convert` throws a ``Mismatch`` for an instance that does not fit.
  convenience init<Target, Service>(
    to target: Blueprint, isCast: Bool, convert: @escaping @Sendable (Target) throws -> Service
  ) {
    self.init(target: target, isCast: isCast) { ProductBox(try convert($0.value(as: Target.self))) }
  }

  /// Returns this forwarding to another registration or, if another forwarding is given, through that to its target.
  package func rebound(to target: Blueprint, through other: Forwarding? = nil) -> Forwarding {
    guard let other else { return Forwarding(target: target, isCast: isCast, convert: convert) }
    return Forwarding(target: other.target, isCast: isCast && other.isCast) { [convert] in
      try convert(other.convert($0))
    }
  }
}

/// The error of a conversion whose product has another type than was promised.
struct Mismatch: Error {
  let type: Any.Type
}

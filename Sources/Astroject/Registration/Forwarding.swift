/// How a registration for one type gets the instance of a registration for another.
struct Forwarding: Sendable {
  /// The registration whose instance it is.
  let target: Blueprint
  /// Whether it does nothing but cast, and so resolves nothing.
  let isCast: Bool
  /// Makes of the target's product one of this registration's type.
  private let convert: @Sendable (AnyProduct) throws -> AnyProduct

  /// `convert` throws the type of an instance that does not fit.
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

  /// The same to another registration; to what another forwarding stands for, if it is to give what that gives.
  func rebound(to target: Blueprint, through other: Forwarding? = nil) -> Forwarding {
    guard let other else { return Forwarding(to: target, isCast: isCast, convert) }
    return Forwarding(to: other.target, isCast: isCast && other.isCast) { [convert] in try convert(other.convert($0)) }
  }

  /// What it makes of a product of the target's.
  func product(of product: AnyProduct) throws -> AnyProduct { try convert(product) }
}

/// Thrown by a conversion whose product is of another type than was promised.
struct Mismatch: Error {
  let type: Any.Type
}

/// How a registration for one type gets the instance of a registration for another.
///
/// Two closures and not a generic type: the type of the target is known only where the forwarding is made.
struct Forwarding<Product, Argument>: Sendable {
  /// The registration whose instance it is.
  let target: AnyBlueprint
  let sync: @Sendable (Inquiry, Argument, Supply?, Core, OpenStep?) throws -> Product
  let async: @Sendable (Inquiry, Argument, Supply?, Core, OpenStep?) async throws -> Product
  /// The same for another registration of the same types.
  let rebound: @Sendable (AnyBlueprint) -> Forwarding

  /// `convert` throws the type of an instance that does not fit.
  init<Target>(
    to target: Blueprint<Target, Argument>, convert: @escaping @Sendable (Target) throws -> Product
  ) {
    self.target = target
    sync = { inquiry, argument, supply, owner, openStep in
      var resolution = try Resolution(
        inquiry, of: target, in: owner, argument: argument, supply: supply, within: openStep, quietly: true)
      let product = try resolution.run()
      return try resolution.converted(product, by: convert)
    }
    async = { inquiry, argument, supply, owner, openStep in
      var resolution = try Resolution(
        inquiry, of: target, in: owner, argument: argument, supply: supply, within: openStep, quietly: true)
      let product = try await resolution.run()
      return try resolution.converted(product, by: convert)
    }
    rebound = { Forwarding(to: unsafeDowncast($0, to: Blueprint<Target, Argument>.self), convert: convert) }
  }
}

/// Thrown by a conversion whose product is of another type than was promised.
struct Mismatch: Error {
  let type: Any.Type
}

extension Resolver {
  /// Resolves what a registration has been put around, with the arguments of the build that asks.
  package func unwrap<Product, Argument>(_ key: Key, _ argument: Argument) throws -> Product {
    var resolution = try resolution(key, argument)
    return try resolution.run().value(as: Product.self)
  }

  /// Resolves what a registration has been put around, with the arguments of the build that asks.
  package func unwrap<Product, Argument>(_ key: Key, _ argument: Argument) async throws -> Product {
    var resolution = try resolution(key, argument)
    return try await resolution.run().value(as: Product.self)
  }

  private func resolution<Argument>(_ key: Key, _ argument: Argument) throws -> Resolution {
    Resolution(try context(key), key: key, arguments: .of(argument), supplied: build?.supplied)
  }
}

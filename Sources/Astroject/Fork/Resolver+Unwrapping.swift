extension Resolver {
  /// Resolves what a registration has been put around, with the arguments of the build that asks.
  package func unwrap<Product, Argument>(_ key: Key, _ argument: Argument) throws -> Product {
    var resolution: Resolution<Product, Argument> = try resolution(key, argument)
    return try resolution.run()
  }

  /// Resolves what a registration has been put around, with the arguments of the build that asks.
  package func unwrap<Product, Argument>(_ key: Key, _ argument: Argument) async throws -> Product {
    var resolution: Resolution<Product, Argument> = try resolution(key, argument)
    return try await resolution.run()
  }

  private func resolution<Product, Argument>(
    _ key: Key, _ argument: Argument
  ) throws -> Resolution<Product, Argument> {
    Resolution(try inquiry(key), key: key, argument: argument, supply: frame?.supply)
  }
}

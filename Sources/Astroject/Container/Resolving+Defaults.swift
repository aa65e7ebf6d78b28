// The forms of resolving that a container of your own need not write.

extension Resolving {
  /// Resolves synchronously.
  ///
  /// - Throws: The error of the synchronous form.
  public func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    // In a synchronous closure, because an asynchronous function would call itself.
    try { () throws -> Product in try resolve(type, name: name) }()
  }

  /// Resolves by name. Any other key is not registered.
  ///
  /// - Throws: ``AstrojectError/noRegistrationFound(_:)`` for a key that is not a name, and the errors of
  ///   resolving by name.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product {
    guard request.key.isNamed else { throw AstrojectError.noRegistrationFound(.init(asking: request.key)) }
    return try resolve(Product.self, name: request.key.name)
  }

  /// Resolves by name, asynchronously. Any other key is not registered.
  ///
  /// - Throws: ``AstrojectError/noRegistrationFound(_:)`` for a key that is not a name, and the errors of
  ///   resolving by name.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product {
    guard request.key.isNamed else { throw AstrojectError.noRegistrationFound(.init(asking: request.key)) }
    return try await resolve(Product.self, name: request.key.name)
  }

  /// Resolves if `isRegistered` is true.
  ///
  /// - Throws: The error of `resolve`.
  public func resolveOptional<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product? {
    guard try isThere(request.key, Product.self) else { return nil }
    return try resolve(request)
  }

  /// Resolves asynchronously if `isRegistered` is true.
  ///
  /// - Throws: The error of `resolve`.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) async throws -> Product? {
    guard try isThere(request.key, Product.self) else { return nil }
    return try await resolve(request)
  }

  /// Returns true if a name is registered. Any other key is not.
  public func isRegistered<Product>(_ key: Key, as type: Product.Type) -> Bool {
    key.isNamed && isRegistered(type, name: key.name)
  }

  /// Resolves the product without a name, if there is one.
  ///
  /// - Throws: The error of `resolve`.
  public func resolveAll<Product>(_ type: Product.Type) throws -> [Product] {
    try isThere(Key(Product.self), type) ? [resolve(type, name: nil)] : []
  }

  /// Resolves the product without a name asynchronously, if there is one.
  ///
  /// - Throws: The error of `resolve`.
  public func resolveAll<Product>(_ type: Product.Type) async throws -> [Product] {
    try isThere(Key(Product.self), type) ? [try await resolve(type, name: nil)] : []
  }

  /// Returns nothing because the keys are not known.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) throws -> [Tag: Product] { [:] }

  /// Returns nothing because the keys are not known.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) async throws -> [Tag: Product] { [:] }

  /// Asks whether a key is registered, for a function that otherwise does without the product.
  private func isThere<Product>(_ key: Key, _ type: Product.Type) throws -> Bool {
    try Question.ask(orFailWith: AstrojectError.Failure(asking: key, cause: .fallback)) { isRegistered(key, as: type) }
  }
}

extension Key {
  /// True if the key is only a type, or a type and a name.
  package var isNamed: Bool { !takesArguments && (label == nil || name != nil) }
}

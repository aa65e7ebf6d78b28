// Every way to ask, each in a synchronous and an asynchronous form; all of them come down to a request.

extension Resolving {
  /// Resolves the product that is registered without a name.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) throws -> Product {
    try resolve(type, name: nil)
  }

  /// Resolves the product that is registered without a name.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) async throws -> Product {
    try await resolve(type, name: nil)
  }

  /// Resolves the product that is registered under a key: any hashable value. A `String` is a name.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self, key: (any Hashable & Sendable)?) throws -> Product {
    try resolve(ResolutionRequest(type, name: nil, key: key, argument: ()))
  }

  /// Resolves the product that is registered under a key: any hashable value. A `String` is a name.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self, key: (any Hashable & Sendable)?) async throws
    -> Product
  {
    try await resolve(ResolutionRequest(type, name: nil, key: key, argument: ()))
  }

  /// Resolves a product that takes one argument.
  @inlinable
  public func resolve<Product, Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument
  ) throws -> Product {
    try resolve(ResolutionRequest(type, name: name, key: key, argument: argument))
  }

  /// Resolves a product that takes one argument.
  @inlinable
  public func resolve<Product, Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument
  ) async throws -> Product {
    try await resolve(ResolutionRequest(type, name: name, key: key, argument: argument))
  }

  /// Resolves a product that takes several arguments.
  @inlinable
  public func resolve<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument
  ) throws -> Product {
    try resolve(ResolutionRequest(type, name: name, key: key, arguments: repeat each arguments))
  }

  /// Resolves a product that takes several arguments.
  @inlinable
  public func resolve<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument
  ) async throws -> Product {
    try await resolve(ResolutionRequest(type, name: name, key: key, arguments: repeat each arguments))
  }

}

// MARK: - Optional

extension Resolving {
  /// Resolves a product, or nil if it is not registered; one that is registered and cannot be built still throws.
  @inlinable
  public func resolveOptional<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) throws -> Product? {
    try resolveOptional(ResolutionRequest(type, name: name, key: key, argument: ()))
  }

  /// Resolves a product, or nil if it is not registered; one that is registered and cannot be built still throws.
  @inlinable
  public func resolveOptional<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) async throws -> Product? {
    try await resolveOptional(ResolutionRequest(type, name: name, key: key, argument: ()))
  }

  /// Resolves a product that takes several arguments, or nil if it is not registered.
  @inlinable
  public func resolveOptional<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument
  ) throws -> Product? {
    try resolveOptional(ResolutionRequest(type, name: name, key: key, arguments: repeat each arguments))
  }

  /// Resolves a product that takes several arguments, or nil if it is not registered.
  @inlinable
  public func resolveOptional<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument
  ) async throws -> Product? {
    try await resolveOptional(ResolutionRequest(type, name: name, key: key, arguments: repeat each arguments))
  }
}

// MARK: - Collections

extension Resolving {
  /// Resolves one product for each registration of a type, in order of registration: named, keyed, forwarded and
  /// contributed ones; this container's first, then the parents'. Registrations that take arguments are left out. An
  /// array that is registered itself goes before all these.
  @inlinable
  public func resolveAll<Product>() throws -> [Product] {
    try resolveAll(Product.self)
  }

  /// Resolves one product for each registration of a type, in order of registration: named, keyed, forwarded and
  /// contributed ones; this container's first, then the parents'. Registrations that take arguments are left out. An
  /// array that is registered itself goes before all these.
  @inlinable
  public func resolveAll<Product>() async throws -> [Product] {
    try await resolveAll(Product.self)
  }
}

// MARK: - Asking whether

extension Resolving {
  /// Whether the type is registered without a name.
  public func isRegistered<Product>(_ type: Product.Type) -> Bool { isRegistered(type, name: nil) }

  /// Whether the type is registered under a key.
  public func isRegistered<Product>(_ type: Product.Type, key: (any Hashable & Sendable)?) -> Bool {
    isRegistered(Key(Product.self, label: Label(name: nil, key: key)), as: type)
  }

  /// Whether the type is registered with arguments of these types. (What is registered by its initializer, and may take
  /// arguments all the same, is registered without.)
  public func isRegistered<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type
  ) -> Bool {
    isRegistered(
      Key(Product.self, label: Label(name: name, key: key), arguments: (repeat each Argument).self), as: type)
  }
}

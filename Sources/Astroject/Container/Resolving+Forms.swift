// Each form of resolving, synchronous and asynchronous. All of them come down to a request.

extension Resolving {
  /// Resolves the product registered without a name.
  ///
  /// - Parameter type: The type of the product.
  /// - Throws: The errors of `resolve(_:name:)`: in a container, an ``AstrojectError``.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) throws -> Product { try resolve(type, name: nil) }

  /// Resolves the product registered without a name, asynchronously.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: The errors of the form with a name: in a container, an ``AstrojectError``.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) async throws -> Product {
    try await resolve(type, name: nil)
  }

  /// Resolves the product registered under a key.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - key: Any Hashable value; a `String` is a name. It is nil for none.
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered, and the
  ///   errors of building the product.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self, key: (any Hashable & Sendable)?) throws -> Product {
    try resolve(ResolutionRequest(type, name: nil, key: key, argument: ()))
  }

  /// Resolves the product registered under a key, asynchronously.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered, and the
  ///   errors of building the product.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self, key: (any Hashable & Sendable)?) async throws
    -> Product
  {
    try await resolve(ResolutionRequest(type, name: nil, key: key, argument: ()))
  }

  /// Resolves a product that takes one argument.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  ///   - key: Any Hashable value; nil for none.
  ///   - argument: The argument, of the type that the registration takes.
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered that takes
  ///   the argument, and the errors of building the product.
  @inlinable
  public func resolve<Product, Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument
  ) throws -> Product {
    try resolve(ResolutionRequest(type, name: name, key: key, argument: argument))
  }

  /// Resolves a product that takes one argument, asynchronously.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered that takes
  ///   the argument, and the errors of building the product.
  @inlinable
  public func resolve<Product, Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument
  ) async throws -> Product {
    try await resolve(ResolutionRequest(type, name: name, key: key, argument: argument))
  }

  /// Resolves a product that takes several arguments.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  ///   - key: Any Hashable value; nil for none.
  ///   - arguments: The arguments, of the types that the registration takes.
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered that takes
  ///   the arguments, and the errors of building the product.
  @inlinable
  public func resolve<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument
  ) throws -> Product {
    try resolve(ResolutionRequest(type, label: Label(name: name, key: key), arguments: repeat each arguments))
  }

  /// Resolves a product that takes several arguments, asynchronously.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered that takes
  ///   the arguments, and the errors of building the product.
  @inlinable
  public func resolve<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument
  ) async throws -> Product {
    try await resolve(ResolutionRequest(type, label: Label(name: name, key: key), arguments: repeat each arguments))
  }

  // MARK: Optional

  /// Resolves a product; nil if it is not registered.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  ///   - key: Any Hashable value; nil for none.
  /// - Throws: An ``AstrojectError`` if the product is registered and cannot be built.
  @inlinable
  public func resolveOptional<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) throws -> Product? {
    try resolveOptional(ResolutionRequest(type, name: name, key: key, argument: ()))
  }

  /// Resolves a product, asynchronously; nil if it is not registered.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError`` if the product is registered and cannot be built.
  @inlinable
  public func resolveOptional<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) async throws -> Product? {
    try await resolveOptional(ResolutionRequest(type, name: name, key: key, argument: ()))
  }

  /// Resolves a product that takes several arguments; nil if it is not registered.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  ///   - key: Any Hashable value; nil for none.
  ///   - arguments: The arguments, of the types that the registration takes.
  /// - Throws: An ``AstrojectError`` if the product is registered and cannot be built.
  @inlinable
  public func resolveOptional<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument
  ) throws -> Product? {
    try resolveOptional(ResolutionRequest(type, label: Label(name: name, key: key), arguments: repeat each arguments))
  }

  /// Resolves a product that takes several arguments, asynchronously; nil if it is not registered.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError`` if the product is registered and cannot be built.
  @inlinable
  public func resolveOptional<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument
  ) async throws -> Product? {
    try await resolveOptional(
      ResolutionRequest(type, label: Label(name: name, key: key), arguments: repeat each arguments))
  }

  // MARK: Collections

  /// Resolves one product for each registration of a type.
  ///
  /// - Named, keyed, forwarded and contributed registrations count. Registrations that take arguments do not.
  /// - The products come in order of registration, those of this container first and then those of its parents.
  /// - An array that is registered itself comes before all these.
  ///
  /// - Throws: The ``AstrojectError`` of the first product that cannot be resolved.
  @inlinable
  public func resolveAll<Product>() throws -> [Product] { try resolveAll(Product.self) }

  /// Resolves one product for each registration of a type, asynchronously.
  ///
  /// - Named, keyed, forwarded and contributed registrations count. Registrations that take arguments do not.
  /// - The products come in order of registration, those of this container first and then those of its parents.
  /// - An array that is registered itself comes before all these.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: The ``AstrojectError`` of the first product that cannot be resolved.
  @inlinable
  public func resolveAll<Product>() async throws -> [Product] { try await resolveAll(Product.self) }

  // MARK: Asking for registrations

  /// Returns true if a type is registered under a name or key, with arguments of these types.
  ///
  /// Without `arguments`, it asks for a registration that takes none.
  /// A registration by initializer counts as one without arguments, although it may accept some.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  ///   - key: Any Hashable value; nil for none.
  ///   - arguments: The types of the arguments.
  public func isRegistered<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type
  ) -> Bool {
    isRegistered(
      Key(Product.self, label: Label(name: name, key: key), arguments: (repeat each Argument).self), as: type)
  }
}

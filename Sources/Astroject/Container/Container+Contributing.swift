// The forms of `contribute`, which adds to the products of `resolveAll` and replaces nothing.

extension Container {
  /// Contributes a product to the collection of a type, with a factory that takes nothing.
  ///
  /// May be called from any thread. A single resolve does not find the product.
  ///
  /// - Parameters:
  ///   - type: The type of the collection.
  ///   - name: The name of the product in a collection by names.
  ///   - key: The key of the product in a collection by keys.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - factory: Makes the product. It runs on the thread that resolves, and no lock is held.
  /// - Returns: The registration, for chained calls that configure it.
  /// - Throws: ``AstrojectError/sealed(_:)`` or ``AstrojectError/containerReleased(_:)``.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try contribute(Recipe<Void, Product>.leaf(factory), Placement(name, key, fileID, line))
  }

  /// Contributes a product to the collection of a type, with an asynchronous factory that takes nothing.
  ///
  /// A resolve that builds the product has to be awaited. A synchronous one throws
  /// ``AstrojectError/asynchronousFactory(_:)``.
  ///
  /// The rest is as in the form with a factory that takes nothing.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try contribute(Recipe<Void, Product>.asyncLeaf(factory), Placement(name, key, fileID, line))
  }

  /// Contributes a product to the collection of a type, with a factory that takes a resolver.
  ///
  /// The rest is as in the form with a factory that takes nothing.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) throws -> Product
  ) throws -> Registration<Product> {
    try contribute(.resolving(factory), Placement(name, key, fileID, line))
  }

  /// Contributes a product to the collection of a type, with an asynchronous factory that takes a resolver.
  ///
  /// A resolve that builds the product has to be awaited. A synchronous one throws
  /// ``AstrojectError/asynchronousFactory(_:)``.
  ///
  /// The rest is as in the form with a factory that takes nothing.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) async throws -> Product
  ) throws -> Registration<Product> {
    try contribute(.asyncResolving(factory), Placement(name, key, fileID, line))
  }
}

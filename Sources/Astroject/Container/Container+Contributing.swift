// The forms of `contribute`, which adds to what `resolveAll` gives and replaces nothing.

extension Container {
  /// Adds a product to the collection of a type with a factory that takes nothing.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try contribute(Recipe<Void, Product>.leaf(factory), Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that takes nothing, and has to be awaited.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try contribute(
      Recipe<Void, Product>.asyncLeaf(factory), Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that takes nothing, on the main actor.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try contribute(
      .mainActor { (_: Resolver, _: Void) in try factory() },
      Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that takes nothing, on the main actor, and has to be
  /// awaited.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try contribute(
      .mainActorAsync { (_: Resolver, _: Void) in try await factory() },
      Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that resolves its dependencies.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) throws -> Product
  ) throws -> Registration<Product> {
    try contribute(
      .resolving(factory), Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that resolves its dependencies, and has to be awaited.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) async throws -> Product
  ) throws -> Registration<Product> {
    try contribute(
      .asyncResolving(factory),
      Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that resolves its dependencies, on the main actor.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver) throws -> Product
  ) throws -> Registration<Product> {
    try contribute(
      .mainActor { (resolver: Resolver, _: Void) in try factory(resolver) },
      Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that resolves its dependencies, on the main actor, and
  /// has to be awaited.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver) async throws -> Product
  ) throws -> Registration<Product> {
    try contribute(
      .mainActorAsync { (resolver: Resolver, _: Void) in try await factory(resolver) },
      Placement(name: name, key: key, fileID: fileID, line: line))
  }
}

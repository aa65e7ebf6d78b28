// The forms of `contribute`, which adds to what `resolveAll` gives and replaces nothing.

extension Container {
  /// Adds a product to the collection of a type with a factory that takes nothing.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () throws -> Product
  ) -> Registration<Product> {
    contribute(Recipe<Void, Product>.leaf(factory), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that takes nothing, and has to be awaited.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () async throws -> Product
  ) -> Registration<Product> {
    contribute(Recipe<Void, Product>.asyncLeaf(factory), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that takes nothing, on the main actor.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () throws -> Product
  ) -> Registration<Product> {
    contribute(.mainActor { (_: Resolver, _: Void) in try factory() }, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that takes nothing, on the main actor, and has to be
  /// awaited.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () async throws -> Product
  ) -> Registration<Product> {
    contribute(
      .mainActorAsync { (_: Resolver, _: Void) in try await factory() }, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that resolves its dependencies.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) throws -> Product
  ) -> Registration<Product> {
    contribute(
      .resolving(factory), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that resolves its dependencies, and has to be awaited.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) async throws -> Product
  ) -> Registration<Product> {
    contribute(
      .asyncResolving(factory),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a product to the collection of a type with a factory that resolves its dependencies, on the main actor.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver) throws -> Product
  ) -> Registration<Product> {
    contribute(
      .mainActor { (resolver: Resolver, _: Void) in try factory(resolver) },
      at: CodeLocation(fileID: fileID, line: line)
    )
  }

  /// Adds a product to the collection of a type with a factory that resolves its dependencies, on the main actor, and
  /// has to be awaited.
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver) async throws -> Product
  ) -> Registration<Product> {
    contribute(
      .mainActorAsync { (resolver: Resolver, _: Void) in try await factory(resolver) },
      at: CodeLocation(fileID: fileID, line: line))
  }
}

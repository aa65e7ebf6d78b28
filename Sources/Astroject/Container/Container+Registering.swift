// Thin forms of one function: a factory is synchronous or asynchronous, of the main actor or of none.
// The unlabelled variadic parameter of the main actor's forms is never given: it tells them apart from the others.

// MARK: - Without arguments

extension Container {
  /// Registers a type with a factory that takes nothing.
  @discardableResult
  @preconcurrency
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.leaf(factory), label: Label(name: name, key: key),
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that takes nothing, and has to be awaited.
  @discardableResult
  @preconcurrency
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .async { (_: Resolver, _: Void) in try await factory() }, label: Label(name: name, key: key),
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that takes nothing, on the main actor.
  @discardableResult
  @preconcurrency
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActor { (_: Resolver, _: Void) in try factory() }, label: Label(name: name, key: key),
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that takes nothing, on the main actor, and has to be awaited.
  @discardableResult
  @preconcurrency
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActorAsync { (_: Resolver, _: Void) in try await factory() }, label: Label(name: name, key: key),
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that resolves its dependencies.
  @discardableResult
  @preconcurrency
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .sync { (resolver: Resolver, _: Void) in try factory(resolver) }, label: Label(name: name, key: key),
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that resolves its dependencies, and has to be awaited.
  @discardableResult
  @preconcurrency
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .async { (resolver: Resolver, _: Void) in try await factory(resolver) }, label: Label(name: name, key: key),
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that resolves its dependencies, on the main actor.
  @discardableResult
  @preconcurrency
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActor { (resolver: Resolver, _: Void) in try factory(resolver) }, label: Label(name: name, key: key),
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that resolves its dependencies, on the main actor, and has to be awaited.
  @discardableResult
  @preconcurrency
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActorAsync { (resolver: Resolver, _: Void) in try await factory(resolver) },
      label: Label(name: name, key: key),
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }
}

// The forms of `register` for products that take arguments, singly and as a pack. A pack may be empty, and so fits a
// factory without arguments: the main actor's forms are disfavoured, so that they are not ambiguous with the plain ones.

// MARK: - One argument

extension Container {
  /// Registers a type with a factory that takes one argument.
  @discardableResult
  @preconcurrency
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .sync(factory), label: Label(name: name, key: key),
      comparison: { ArgumentValue.of($0) },
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that takes one argument, and has to be awaited.
  @discardableResult
  @preconcurrency
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .async(factory), label: Label(name: name, key: key),
      comparison: { ArgumentValue.of($0) },
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that takes one argument, on the main actor.
  @discardableResult
  @preconcurrency
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActor(factory), label: Label(name: name, key: key),
      comparison: { ArgumentValue.of($0) },
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that takes one argument, on the main actor, and has to be awaited.
  @discardableResult
  @preconcurrency
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActorAsync(factory), label: Label(name: name, key: key),
      comparison: { ArgumentValue.of($0) },
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }
}

// MARK: - Several arguments

extension Container {
  /// Registers a type with a factory that takes several arguments.
  @discardableResult
  @preconcurrency
  public func register<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .sync { (resolver: Resolver, arguments: (repeat each Argument)) in try factory(resolver, repeat each arguments) },
      label: Label(name: name, key: key),
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) },
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that takes several arguments, and has to be awaited.
  @discardableResult
  @preconcurrency
  public func register<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .async { (resolver: Resolver, arguments: (repeat each Argument)) in
        try await factory(resolver, repeat each arguments)
      },
      label: Label(name: name, key: key),
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) },
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that takes several arguments, on the main actor.
  @discardableResult
  @_disfavoredOverload
  @preconcurrency
  public func register<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActor { (resolver: Resolver, arguments: (repeat each Argument)) in
        try factory(resolver, repeat each arguments)
      },
      label: Label(name: name, key: key),
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) },
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }

  /// Registers a type with a factory that takes several arguments, on the main actor, and has to be awaited.
  @discardableResult
  @_disfavoredOverload
  @preconcurrency
  public func register<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActorAsync { (resolver: Resolver, arguments: (repeat each Argument)) in
        try await factory(resolver, repeat each arguments)
      },
      label: Label(name: name, key: key),
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) },
      at: SourcePlace(fileID: fileID, line: line), isOverridable: isOverridable)
  }
}

// The forms of `registerIfAbsent`, which looks at this container alone: where it has a registration already, the one
// that is returned is detached, and its modifiers do nothing.

// MARK: - Without arguments

extension Container {
  /// Registers a type that this container does not have with a factory that takes nothing.
  @discardableResult
  public func registerIfAbsent<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.leaf(factory), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes nothing, and has to be awaited.
  @discardableResult
  public func registerIfAbsent<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.asyncLeaf(factory), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes nothing, on the main actor.
  @discardableResult
  public func registerIfAbsent<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActor { (_: Resolver, _: Void) in try factory() }, label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes nothing, on the main actor, and has
  /// to be awaited.
  @discardableResult
  public func registerIfAbsent<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActorAsync { (_: Resolver, _: Void) in try await factory() }, label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes a resolver.
  @discardableResult
  public func registerIfAbsent<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.resolving(factory), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes a resolver, and has to be awaited.
  @discardableResult
  public func registerIfAbsent<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.asyncResolving(factory), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }
}

// MARK: - With arguments

extension Container {
  /// Registers a type that this container does not have with a factory that takes one argument.
  @discardableResult
  public func registerIfAbsent<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .sync(factory), label: Label(name: name, key: key),
      comparison: { ArgumentValue.of($0) },
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes one argument, and has to be awaited.
  @discardableResult
  public func registerIfAbsent<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .async(factory), label: Label(name: name, key: key),
      comparison: { ArgumentValue.of($0) },
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes one argument, on the main actor.
  @discardableResult
  public func registerIfAbsent<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActor(factory), label: Label(name: name, key: key),
      comparison: { ArgumentValue.of($0) },
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes one argument, on the main actor, and
  /// has to be awaited.
  @discardableResult
  public func registerIfAbsent<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActorAsync(factory), label: Label(name: name, key: key),
      comparison: { ArgumentValue.of($0) },
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes a resolver and any arguments.
  @discardableResult
  public func registerIfAbsent<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .sync { (resolver: Resolver, arguments: (repeat each Argument)) in try factory(resolver, repeat each arguments) },
      label: Label(name: name, key: key),
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) },
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes a resolver and any arguments, and has
  /// to be awaited.
  @discardableResult
  public func registerIfAbsent<Product, each Argument>(
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
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes a resolver and any arguments, on the
  /// main actor.
  @discardableResult
  public func registerIfAbsent<Product, each Argument>(
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
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers a type that this container does not have with a factory that takes a resolver and any arguments, on the
  /// main actor, and has to be awaited.
  @discardableResult
  public func registerIfAbsent<Product, each Argument>(
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
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }
}

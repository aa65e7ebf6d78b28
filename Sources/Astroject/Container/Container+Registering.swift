// The forms of `register`: thin, as all of them come down to `add`. A factory is synchronous or asynchronous, of the
// main actor or of none; it takes nothing, or a resolver and any number of arguments (a pack, which may be empty).
//
// The unlabelled variadic parameter of the main actor's forms is never given: it tells them apart from the others.

// MARK: - Nothing

extension Container {
  /// Registers a type with a factory that takes nothing.
  ///
  /// The latest registration under a key (the type, the name or key, the types of the arguments) replaces an earlier
  /// one.
  ///
  /// ```swift
  /// try container.register(Service.self) { LiveService() }.asSingleton()
  /// try container.register(Service.self, name: "preview") { PreviewService() }
  /// ```
  /// - Parameters:
  ///   - type: What the product is resolved by: its own type, or a protocol.
  ///   - name: Tells registrations of one type apart.
  ///   - key: Takes the place of the name: any hashable value. A `String` is a name. Both together are a key of its
  ///     own.
  ///   - isOverridable: Whether a later registration may replace it, here or in a child.
  ///   - fileID: Where it is registered, for error texts.
  ///   - line: Where it is registered, for error texts.
  ///   - factory: Makes the product. It runs on whatever thread resolves first, and no lock is held meanwhile.
  /// - Returns: The registration, to say more about it.
  /// - Throws: ``AstrojectError/alreadyRegistered(type:name:)`` where a protected registration is in the way.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.leaf(factory),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers a type with a factory that takes nothing, and has to be awaited.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.asyncLeaf(factory),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers a type with a factory that takes nothing, on the main actor.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActor { (_: Resolver, _: Void) in try factory() },
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers a type with a factory that takes nothing, on the main actor, and has to be awaited.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActorAsync { (_: Resolver, _: Void) in try await factory() },
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }
}

// MARK: - A resolver

extension Container {
  /// Registers a type with a factory that takes a resolver.
  ///
  /// ```swift
  /// try container.register(Notes.self) { resolver in Notes(try resolver.resolve(Storage.self)) }
  /// ```
  ///
  /// It is the most frequent of the forms below, and the one of them that needs no list of arguments on its way.
  ///
  /// - Throws: ``AstrojectError/alreadyRegistered(type:name:)`` where a protected registration is in the way.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.resolving(factory),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers a type with a factory that takes a resolver, and has to be awaited.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.asyncResolving(factory),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }
}

// MARK: - A resolver and any number of arguments

extension Container {
  /// Registers a type with a factory that takes a resolver and any arguments.
  ///
  /// ```swift
  /// try container.register(Report.self, arguments: String.self, Int.self) { resolver, title, pages in
  ///   Report(title: title, pages: pages)
  /// }
  /// ```
  /// - Throws: ``AstrojectError/alreadyRegistered(type:name:)`` where a protected registration is in the way.
  @discardableResult
  public func register<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .sync { (resolver: Resolver, arguments: (repeat each Argument)) in try factory(resolver, repeat each arguments) },
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line),
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) })
  }

  /// Registers a type with a factory that takes a resolver and any arguments, and has to be awaited.
  @discardableResult
  public func register<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .async { (resolver: Resolver, arguments: (repeat each Argument)) in
        try await factory(resolver, repeat each arguments)
      },
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line),
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) })
  }

  /// Registers a type with a factory that takes a resolver and any arguments, on the main actor.
  @discardableResult
  public func register<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActor { (resolver: Resolver, arguments: (repeat each Argument)) in
        try factory(resolver, repeat each arguments)
      },
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line),
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) })
  }

  /// Registers a type with a factory that takes a resolver and any arguments, on the main actor, and has to be awaited.
  @discardableResult
  public func register<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActorAsync { (resolver: Resolver, arguments: (repeat each Argument)) in
        try await factory(resolver, repeat each arguments)
      },
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line),
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) })
  }
}

// The forms of `register`. They are thin, because all of them call `add`.
//
// A factory is synchronous, asynchronous, or isolated to the main actor. It takes nothing, or a resolver and any number
// of arguments (a pack, which may be empty). A factory with a resolver alone has forms of its own, because a pack would
// cost each registration 65 bytes of code.
//
// Only the isolation of the factory tells a synchronous form for the main actor apart from the one without. Swift does
// not overload by isolation, and `@isolated(any)` would run the factory elsewhere than its caller. So these forms have
// an unlabelled variadic parameter, which is never given. An asynchronous factory of the main actor needs no form: it
// is passed as any other if its product is Sendable, and otherwise as an `Injection`.

// MARK: - Factories without parameters

extension Container {
  /// Registers a type with a factory that takes nothing.
  ///
  /// A key is the type, the name or key, and the types of the arguments. The latest registration of a key replaces an
  /// earlier one, unless `ifRegistered` says otherwise. May be called from any thread.
  ///
  /// ```swift
  /// try container.register(Service.self) { LiveService() }.asSingleton()
  /// try container.register(Service.self, name: "preview") { PreviewService() }
  /// ```
  /// - Parameters:
  ///   - type: The type that the product is resolved by: its own type, or a protocol.
  ///   - name: The name that tells registrations of one type apart.
  ///   - key: Any hashable value instead of the name. A `String` is a name. A name and a key together are a key of
  ///     their own.
  ///   - isOverridable: False to protect the registration against replacement, here and in children.
  ///   - ifRegistered: The policy for a key that is already registered. By default that of the container.
  ///   - fileID: The file of the registration, for error texts.
  ///   - line: The line of the registration, for error texts.
  ///   - factory: Makes the product. It runs on the thread that resolves, and no lock is held.
  /// - Returns: The registration, for chained calls that configure it.
  /// - Throws: ``AstrojectError/alreadyRegistered(type:name:)`` if a protected registration has the key,
  ///   ``AstrojectError/duplicateRegistration(_:)`` if the policy is ``DuplicatePolicy/fail``,
  ///   ``AstrojectError/sealed(_:)`` or ``AstrojectError/containerReleased(_:)``.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try add(Recipe<Void, Product>.leaf(factory), Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  /// Registers a type with an asynchronous factory that takes nothing.
  ///
  /// A resolve that builds the product has to be awaited. A synchronous one throws
  /// ``AstrojectError/asynchronousFactory(_:)``.
  ///
  /// The parameters and the errors are those of the form with a factory that takes nothing.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try add(Recipe<Void, Product>.asyncLeaf(factory), Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  /// Registers a type with a main-actor factory that takes nothing.
  ///
  /// Off the main actor, a synchronous resolve that would build the product throws
  /// ``AstrojectError/isolationMismatch(_:)``.
  ///
  /// The parameters and the errors are those of the form with a factory that takes nothing.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    let registration = try add(
      .mainActor { (_: Resolver, _: Void) in try factory() },
      Placement(name, key, fileID, line, isOverridable, ifRegistered))
    // Its closure takes no resolver, though the recipe passes one.
    registration.blueprint.changeFlags { $0[.isMainActorLeaf] = true }
    return registration
  }

  // MARK: Factories with a resolver

  /// Registers a type with a factory that takes a resolver.
  ///
  /// ```swift
  /// try container.register(Notes.self) { resolver in Notes(try resolver.resolve(Storage.self)) }
  /// ```
  ///
  /// The parameters and the errors are those of the form with a factory that takes nothing.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) throws -> Product
  ) throws -> Registration<Product> {
    try add(Recipe<Void, Product>.resolving(factory), Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  /// Registers a type with an asynchronous factory that takes a resolver.
  ///
  /// A resolve that builds the product has to be awaited. A synchronous one throws
  /// ``AstrojectError/asynchronousFactory(_:)``.
  ///
  /// The parameters and the errors are those of the form with a factory that takes nothing.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable (Resolver) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      Recipe<Void, Product>.asyncResolving(factory), Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  // MARK: Factories with a resolver and arguments

  /// Registers a type with a factory that takes a resolver and any number of arguments.
  ///
  /// ```swift
  /// try container.register(Report.self, arguments: String.self, Int.self) { resolver, title, pages in
  ///   Report(title: title, pages: pages)
  /// }
  /// ```
  ///
  /// The types of `arguments` are a part of the key. Arguments are not passed on to dependencies.
  /// The other parameters and the errors are those of the form with a factory that takes nothing.
  @discardableResult
  public func register<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .sync { (resolver: Resolver, arguments: (repeat each Argument)) in try factory(resolver, repeat each arguments) },
      Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  /// Registers a type with an asynchronous factory that takes a resolver and any number of arguments.
  ///
  /// A resolve that builds the product has to be awaited. A synchronous one throws
  /// ``AstrojectError/asynchronousFactory(_:)``.
  ///
  /// The types of `arguments` are a part of the key. Arguments are not passed on to dependencies.
  /// The other parameters and the errors are those of the form with a factory that takes nothing.
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
      Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  /// Registers a type with a main-actor factory that takes a resolver and any number of arguments.
  ///
  /// Off the main actor, a synchronous resolve that would build the product throws
  /// ``AstrojectError/isolationMismatch(_:)``.
  ///
  /// The types of `arguments` are a part of the key. Arguments are not passed on to dependencies.
  /// The other parameters and the errors are those of the form with a factory that takes nothing.
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
      Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }
}

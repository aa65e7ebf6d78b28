// The forms of `decorate`: thin, as all of them come down to `add(decorator:)`.

extension Container {
  /// Surrounds what is registered under a key by something of the same type: a cache, a log, a retry.
  ///
  /// ```swift
  /// try container.decorate(Storage.self) { resolver, storage in
  ///   CachedStorage(storage, clock: try resolver.resolve(Clock.self))
  /// }
  /// ```
  /// Decorated is whatever is registered under exactly this key, earlier or later, in this container and its children,
  /// whatever arguments it takes; without a name, also each contribution without one. The last decorator is the
  /// outermost, and a child's surround those of its parents. The scope is that of what is decorated, and keeps the
  /// outermost; what the decorator resolves comes from the container from which that takes its own dependencies. What a
  /// parent keeps, a child's decorators do not surround.
  ///
  /// The hooks of what is decorated run on it before it is surrounded. To ask for the key in a hook or in the decorator
  /// is ``AstrojectError/circularDependency(_:)``. After an instance was kept, a new decorator has the next resolve throw
  /// ``AstrojectError/invalidInstance(_:)``, as a change of scope does.
  ///
  /// It may be called from any thread. A resolve costs what the decorators cost, once for each instance; only what is
  /// decorated, and what is made anew for each resolve, is slower to get.
  ///
  /// - Parameters:
  ///   - type: What is decorated, by the type that it is resolved by.
  ///   - name: The name of what is decorated.
  ///   - key: Takes the place of the name.
  ///   - fileID: Where it is said, for error texts.
  ///   - line: Where it is said, for error texts.
  ///   - decorator: Makes the product from what it surrounds. What it throws arrives as
  ///     ``AstrojectError/factoryFailed(_:)``.
  /// - Returns: The decorator, to say more about it.
  /// - Throws: ``AstrojectError/sealed(_:)``.
  @discardableResult
  public func decorate<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    decorator: @escaping @Sendable (Resolver, Product) throws -> Product
  ) throws -> Decoration<Product> {
    try add(
      decorator: .resolving { resolver in try decorator(resolver, resolver.surrounded()) },
      Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Surrounds what is registered under a key, by an asynchronous closure; what is decorated has to be awaited then.
  ///
  /// - Throws: ``AstrojectError/sealed(_:)``.
  @discardableResult
  public func decorate<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    decorator: @escaping @Sendable (Resolver, Product) async throws -> Product
  ) throws -> Decoration<Product> {
    try add(
      decorator: .asyncResolving { resolver in try await decorator(resolver, resolver.surrounded()) },
      Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Surrounds what is registered under a key, by a closure of the main actor.
  ///
  /// - Throws: ``AstrojectError/sealed(_:)``.
  @discardableResult
  public func decorate<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    decorator: @escaping @MainActor @Sendable (Resolver, Product) throws -> Product
  ) throws -> Decoration<Product> {
    try add(
      decorator: .mainActor { resolver, _ in try decorator(resolver, resolver.surrounded()) },
      Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Surrounds what is registered under a key, by an asynchronous closure of the main actor.
  ///
  /// - Throws: ``AstrojectError/sealed(_:)``.
  @discardableResult
  public func decorate<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    decorator: @escaping @MainActor @Sendable (Resolver, Product) async throws -> Product
  ) throws -> Decoration<Product> {
    try add(
      decorator: .mainActorAsync { resolver, _ in try await decorator(resolver, resolver.surrounded()) },
      Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds a decorator.
  package func add<Product>(
    decorator recipe: Recipe<Void, Product>, _ placement: Placement, parameterPlan: (any ParameterPlan)? = nil
  ) throws -> Decoration<Product> {
    let decorator = Blueprint(decorator: recipe, placement, parameterPlan: parameterPlan)
    try core.decorate(decorator)
    return Decoration(Registration(blueprint: decorator, core: core))
  }
}

extension Blueprint {
  /// A decorator; one of a test has a use that is noted, and may surround what takes certain arguments alone.
  package convenience init<Product, Argument>(
    decorator recipe: Recipe<Argument, Product>, _ placement: Placement, parameterPlan: (any ParameterPlan)? = nil,
    usage: Usage? = nil
  ) {
    self.init(
      recipe, label: placement.label, parameterPlan: parameterPlan, usage: usage, location: placement.location,
      lifetime: .forwarded, role: .decorator)
  }
}

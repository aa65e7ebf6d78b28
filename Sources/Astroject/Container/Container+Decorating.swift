// The forms of `decorate`. They are thin, because all of them call `add(decorator:)`.

extension Container {
  /// Decorates the registrations of a key with a product of the same type, such as a cache, a log or a retry.
  ///
  /// ```swift
  /// try container.decorate(Storage.self) { resolver, storage in
  ///   CachedStorage(storage, clock: try resolver.resolve(Clock.self))
  /// }
  /// ```
  ///
  /// A decorator applies to:
  /// - each registration of exactly this key, earlier or later, in this container and its children, with any
  ///   arguments
  /// - if it has no name, also each contribution without a name
  /// - never an instance that a parent of this container caches
  ///
  /// The last decorator is the outermost, and a child's decorators go around those of its parents. The scope is that of
  /// the decorated registration, and it caches the outermost product. The decorator's dependencies come from the
  /// container that the dependencies of the decorated product come from.
  ///
  /// Hooks of the decorated registration run before its product is decorated. If a hook or the decorator resolves the
  /// key, that throws ``AstrojectError/circularDependency(_:)``.
  ///
  /// A decorator is refused, and changes nothing, while an instance is cached or being built that it would surround. It
  /// is accepted once that instance is released, or the registration is made anew. In a closure, an assembly or a
  /// module, an instance that another thread caches before the end makes that step throw.
  ///
  /// May be called from any thread. The decorators run once for each instance, except for what `implements`
  /// gives with a weak or a custom scope.
  ///
  /// - Parameters:
  ///   - type: The type that the decorated product is resolved by.
  ///   - name: The name of the decorated registrations.
  ///   - key: Any hashable value instead of the name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - decorator: Makes the product from the decorated one. Its errors arrive as
  ///     ``AstrojectError/factoryFailed(_:)``.
  /// - Returns: The decorator, for chained calls that configure it.
  /// - Throws: ``AstrojectError/invalidInstance(_:)`` if an instance is cached or being built that the decorator would
  ///   surround; ``AstrojectError/sealed(_:)`` or ``AstrojectError/containerReleased(_:)``.
  @discardableResult
  public func decorate<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    decorator: @escaping @Sendable (Resolver, Product) throws -> Product
  ) throws -> Decoration<Product> {
    try add(
      decorator: .resolving { resolver in try decorator(resolver, resolver.decorated()) },
      Placement(name, key, fileID, line))
  }

  /// Decorates the registrations of a key with an asynchronous closure.
  ///
  /// A resolve that builds a product of them has to be awaited then.
  ///
  /// The rest is as in the synchronous form.
  @discardableResult
  public func decorate<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    decorator: @escaping @Sendable (Resolver, Product) async throws -> Product
  ) throws -> Decoration<Product> {
    try add(
      decorator: .asyncResolving { resolver in try await decorator(resolver, resolver.decorated()) },
      Placement(name, key, fileID, line))
  }

  /// Adds a decorator.
  package func add<Product>(
    decorator recipe: Recipe<Void, Product>, _ placement: Placement, parameterPlan: (any ParameterPlan)? = nil
  ) throws -> Decoration<Product> {
    let decorator = Blueprint(recipe, placement, parameterPlan: parameterPlan, isDecorator: true)
    try core.decorate(decorator)
    return Decoration(Registration(blueprint: decorator, core: core))
  }
}

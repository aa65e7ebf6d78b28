// Unavailable overloads for code that is often written by mistake. The compiler's message names the remedy.

/// Ends each overload. It is not inlined, because an app carries all of them.
@inline(never)
private func unavailable() -> Never { fatalError("unavailable") }

extension Container {
  /// Unavailable: name the kind of the value, such as a factory, an initializer, an instance or a module.
  @available(
    *, unavailable,
    message:
      "say what it is: 'register(T.self) { … }', 'register(initializer: T.init)', 'register(instance: …)', 'register(module: …)'"
  )
  @discardableResult
  @_disfavoredOverload
  public func register<Value>(_ value: Value) throws -> Registration<Value> { unavailable() }

  /// Unavailable: name the types of the arguments.
  @available(
    *, unavailable,
    message: "name the types of the arguments: 'register(T.self, arguments: A.self, B.self) { resolver, a, b in … }'"
  )
  @discardableResult
  @_disfavoredOverload
  public func register<Product, First, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    factory: @escaping @Sendable (Resolver, First, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> { unavailable() }

  /// Unavailable: write the name or key before the other parameters.
  @available(*, unavailable, message: "write 'name:' and 'key:' before 'isOverridable:' and 'ifRegistered:'")
  @discardableResult
  @_disfavoredOverload
  public func register<Product>(
    _ type: Product.Type = Product.self, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    name: String? = nil, key: (any Hashable & Sendable)? = nil, factory: @escaping @Sendable () throws -> Product
  ) throws -> Registration<Product> { unavailable() }

  /// Unavailable: write the name or key before the other parameters.
  @available(*, unavailable, message: "write 'name:' and 'key:' before 'isOverridable:' and 'ifRegistered:'")
  @discardableResult
  @_disfavoredOverload
  public func register<Product>(
    _ type: Product.Type = Product.self, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    name: String? = nil, key: (any Hashable & Sendable)? = nil,
    factory: @escaping @Sendable (Resolver) throws -> Product
  ) throws -> Registration<Product> { unavailable() }

  /// Unavailable: pass a closure, or register the value as an instance.
  @available(*, unavailable, message: "give a closure: 'register(T.self) { value }', or 'register(instance: value)'")
  @discardableResult
  @_disfavoredOverload
  public func register<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, factory: Product
  ) throws -> Registration<Product> { unavailable() }
}

extension Registrable {
  /// Unavailable: use `implements` to register another type for the instance; `as` takes a custom scope.
  @available(
    *, unavailable, message: "another type for the same instance is 'implements(T.self)'; 'as' takes a custom scope"
  )
  @discardableResult
  @_disfavoredOverload
  public func `as`<Other>(_ type: Other.Type) -> Self { unavailable() }
}

extension Resolving {
  /// Unavailable: name the type to resolve, or give the result a type.
  @available(*, unavailable, message: "say what to resolve: 'resolve(T.self)', or give the result a type")
  @_disfavoredOverload
  public func resolve() throws { unavailable() }

  /// Unavailable: name the type to resolve, or give the result a type.
  @available(*, unavailable, message: "say what to resolve: 'resolve(T.self, name: …)', or give the result a type")
  @_disfavoredOverload
  public func resolve<each Argument>(
    name: String? = nil, key: (any Hashable & Sendable)? = nil, arguments: repeat each Argument
  ) throws { unavailable() }

  /// Unavailable: name the type to resolve, or give the result a type.
  @available(*, unavailable, message: "say what to resolve: 'resolve(T.self, argument: …)', or give the result a type")
  @_disfavoredOverload
  public func resolve<Argument>(
    name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument
  ) throws { unavailable() }
}

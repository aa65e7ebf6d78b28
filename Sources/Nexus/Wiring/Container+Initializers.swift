import Astroject

// The forms of `register` that take an initializer: one for each effect, with the parameters filled by type or by
// rules. All of them call `add`.
//
// They are disfavoured because a trailing closure would match them as well as a factory. The unlabelled variadic
// parameter of the main-actor forms is never given: it tells these forms apart from the others.

// MARK: - By the types of the parameters

extension Container {
  /// Registers an initializer whose parameters are filled by type.
  ///
  /// ```swift
  /// try container.register(initializer: Apple.init(color:))
  /// try container.register(Juice.self, initializer: FreshJuice.init).asSingleton()
  /// ```
  /// The type of a parameter determines its value:
  /// - `T` has to be registered.
  /// - `T?` is nil only if `T` is not registered.
  /// - ``Lazy`` and ``Provider`` resolve later.
  /// - `[T]` is the collection of `T`, and `[K: T]` is the collection by key.
  /// - `Resolver` and `Container` are the current ones. A singleton that stores the container that caches it makes that
  ///   container immortal: take the `Resolver` instead.
  ///
  /// The source of each parameter is decided once, from the types alone, when the registration is first used. An
  /// awaiting caller gets parameters that are asynchronous or on the main actor. For a caller that blocks, the first
  /// parameter that must be awaited throws.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by: its own type, or a protocol.
  ///   - name: A name that tells registrations of one type apart.
  ///   - key: A key in place of a name.
  ///   - isOverridable: True if a later registration may replace this one, here or in a child.
  ///   - ifRegistered: The policy for an earlier registration under the key in this container; nil for the container's
  ///     own.
  ///   - fileID: The file of the registration, for error texts.
  ///   - line: The line of the registration, for error texts.
  ///   - initializer: Makes the product: an initializer, a static function, or a case of an enum. It runs on the thread
  ///     that resolves, and no lock is held meanwhile.
  /// - Returns: The registration, for further calls.
  /// - Throws: `AstrojectError.alreadyRegistered` if a protected registration is in the way;
  ///   `AstrojectError.duplicateRegistration` if the policy refuses a second one; `AstrojectError.sealed` after
  ///   `seal()`; `AstrojectError.containerReleased` in a child whose work has ended.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      type,
      Placement(name, key, fileID, line, isOverridable, ifRegistered),
      types: { Injection<Product>.types(repeat (each D).self) }
    ) { reader in
      try initializer(repeat try reader.next((each D).self))
    }
  }

  /// Registers an asynchronous initializer whose parameters are filled by type.
  ///
  /// A synchronous resolve of the product throws `AstrojectError.asynchronousFactory`, unless a scope has cached it.
  /// The parameters and the errors are those of the form with a synchronous initializer.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer),
      Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  /// Registers a main-actor initializer whose parameters are filled by type.
  ///
  /// A synchronous resolve of the product off the main actor throws `AstrojectError.isolationMismatch`, unless a scope
  /// has cached it.
  ///
  /// The parameters and the errors are those of the form with a synchronous initializer.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer),
      Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }
}

// MARK: - By rules

extension Container {
  /// Registers an initializer with a rule for each of its parameters.
  ///
  /// ```swift
  /// try container.register(initializer: Repository.init(db:cache:limit:),
  ///                        with: .named("primary"), .auto, .value(10))
  /// ```
  ///
  /// The rules follow `with:`, one for each parameter, in order. The rest is as in the form without rules.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer, with: first, repeat each rest),
      Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  /// Registers an injection: an initializer with its effects and the rules for its parameters.
  ///
  /// It is needed for an asynchronous main-actor initializer, and for rules of an initializer that is asynchronous or
  /// on the main actor:
  ///
  /// ```swift
  /// try container.register(initializer: Injection(Connection.init(url:), with: .value(url)))
  /// ```
  /// The parameters and the errors are those of the form with an initializer.
  @inlinable
  @discardableResult
  public func register<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, initializer: Injection<Product>
  ) throws -> Registration<Product> {
    try add(
      initializer,
      Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }
}

// MARK: - Shared implementations

extension Container {
  @usableFromInline
  func add<Product>(
    _ type: Product.Type, _ placement: Placement, types: @escaping @Sendable () -> [Any.Type],
    call: @escaping @Sendable (inout ParameterReader) throws -> Product
  ) throws -> Registration<Product> {
    try add(Recipe<Void, Product>.initializer(InitializerRecipe(call, of: .byTypes(types))), placement)
  }

  /// Registers the recipe of an injection.
  @usableFromInline
  package func add<Product>(
    _ injection: Injection<Product>, _ placement: Placement
  ) throws -> Registration<Product> {
    try add(injection.recipe, placement, parameterPlan: injection.parameterPlan)
  }

  @usableFromInline
  func contribute<Product>(_ injection: Injection<Product>, _ placement: Placement) throws -> Registration<Product> {
    try contribute(injection.recipe, placement, parameterPlan: injection.parameterPlan)
  }
}

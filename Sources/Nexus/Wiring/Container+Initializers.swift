import Astroject

// The forms of `register` that take an initializer: one for each effect, by the types of the parameters or by rules for
// them. Each makes an `Injection`, and all of them come down to `add`.
//
// They are disfavoured, as a trailing closure would match them as well as a factory. The unlabelled variadic parameter
// of the main actor's forms is never given: it tells them apart from the others.

// MARK: - By the types of the parameters

extension Container {
  /// Registers an initializer, whose parameters are filled by their types.
  ///
  /// ```swift
  /// try container.register(initializer: Apple.init(color:))
  /// try container.register(Juice.self, initializer: FreshJuice.init).asSingleton()
  /// ```
  /// `T` has to be registered, `T?` is nil only where `T` is not registered, ``Lazy`` and ``Provider`` resolve later,
  /// `[T]` is all there is of `T`; `Resolver` and `Container` are those that resolve. (A singleton that keeps the
  /// container that keeps it makes it immortal: take the `Resolver` there.)
  ///
  /// How each parameter is obtained is decided once, by the types alone. Resolved with `await`, the parameters may be
  /// asynchronous and of the main actor. Resolved without, the first one that has to be awaited throws.
  ///
  /// - Parameters:
  ///   - type: What the product is resolved by: its own type, or a protocol.
  ///   - name: Tells registrations of one type apart.
  ///   - key: Takes the place of the name.
  ///   - isOverridable: Whether a later registration may replace it, here or in a child.
  ///   - fileID: Where it is registered, for error texts.
  ///   - line: Where it is registered, for error texts.
  ///   - initializer: Makes the product: an initializer, a static function, or a case of an enum.
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration is in the way.
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
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line),
      types: { Injection<Product>.types(repeat (each D).self) }
    ) { reader in
      try initializer(repeat try reader.next((each D).self))
    }
  }

  /// Registers an asynchronous initializer, whose parameters are filled by their types.
  ///
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration is in the way.
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
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers an initializer of the main actor, whose parameters are filled by their types.
  ///
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration is in the way.
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
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers an asynchronous initializer of the main actor, whose parameters are filled by their types.
  ///
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration is in the way.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
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
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration is in the way.
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
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers an asynchronous initializer, with a rule for each of its parameters.
  ///
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration is in the way.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable @concurrent (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer, with: first, repeat each rest),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers an initializer of the main actor, with a rule for each of its parameters.
  ///
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration is in the way.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer, with: first, repeat each rest),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers an asynchronous initializer of the main actor, with a rule for each of its parameters.
  ///
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration is in the way.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer, with: first, repeat each rest),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }
}

// MARK: - What they come down to

extension Container {
  @usableFromInline
  func add<Product>(
    _ type: Product.Type, _ placement: Placement, types: @escaping @Sendable () -> [Any.Type],
    call: @escaping @Sendable (inout ParameterReader) throws -> Product
  ) throws -> Registration<Product> {
    try add(initializer: InitializerRecipe(call, of: .byTypes(types)), as: type, placement)
  }

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

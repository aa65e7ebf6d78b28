import Astroject

// The forms of `register` that take an initializer for a composite: one for each effect. The optional type is never
// nil. It tells the compiler that a closure without a label is meant for another form.

extension Container {
  /// Registers a composite: one product that is made from all other products of its type.
  ///
  /// ```swift
  /// try container.register(Notifier.self, composite: AllNotifiers.init)
  /// ```
  /// A single resolve returns the composite. Its `[T]` parameter gets the result of `resolveAll`, which leaves the
  /// composite out.
  ///
  /// A composite has its own slot. It replaces nothing, and a plain registration of its key, made before or after,
  /// stays an element. In a child, the child's own registration of the key goes first. Decorators decorate the elements
  /// and not the composite. A graph-scoped or transient composite also collects the elements of the child that asks.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: A name that tells registrations of one type apart.
  ///   - key: A key in place of a name.
  ///   - isOverridable: True if a later composite may replace this one.
  ///   - ifRegistered: The policy for an earlier composite of the key in this container; nil for the container's own.
  ///   - fileID: The file of the registration, for error texts.
  ///   - line: The line of the registration, for error texts.
  ///   - composite: Makes the product: one of its parameters is a `[T]`, and the others are filled by type.
  /// - Returns: The registration, for further calls.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter is a `[T]`; the errors of
  ///   ``register(_:name:key:isOverridable:ifRegistered:fileID:line:initializer:)``.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, each D, E: Error>(
    _ type: Product.Type?, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    composite: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      composite: .synchronous(composite, repeat Parameter<each D>.auto),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers a composite that is made by an asynchronous initializer.
  ///
  /// A synchronous resolve of the product throws `AstrojectError.asynchronousFactory`, unless a scope has cached it.
  /// See ``register(_:name:key:isOverridable:ifRegistered:fileID:line:composite:)`` for the other parameters.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - isOverridable: False if no later registration may replace this one.
  ///   - ifRegistered: The policy if a registration is there already; nil for the policy of the container.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - composite: Makes the product: one of its parameters is a `[T]`.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter is a `[T]`; `AstrojectError.alreadyRegistered`,
  ///   `AstrojectError.duplicateRegistration`, `AstrojectError.sealed` or `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, each D, E: Error>(
    _ type: Product.Type?, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    composite: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      composite: .asynchronous(composite, repeat Parameter<each D>.auto),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers a composite that is made by a main-actor initializer.
  ///
  /// A synchronous resolve of the product off the main actor throws `AstrojectError.isolationMismatch`, unless a scope
  /// has cached it. See ``register(_:name:key:isOverridable:ifRegistered:fileID:line:composite:)`` for the other
  /// parameters.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - isOverridable: False if no later registration may replace this one.
  ///   - ifRegistered: The policy if a registration is there already; nil for the policy of the container.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - composite: Makes the product: one of its parameters is a `[T]`. It runs on the main actor.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter is a `[T]`; `AstrojectError.alreadyRegistered`,
  ///   `AstrojectError.duplicateRegistration`, `AstrojectError.sealed` or `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, each D, E: Error>(
    _ type: Product.Type?, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    composite: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      composite: .mainActor(composite, repeat Parameter<each D>.auto),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  /// Registers a composite that is made by an asynchronous main-actor initializer.
  ///
  /// A synchronous resolve of the product throws `AstrojectError.asynchronousFactory`, unless a scope has cached it.
  /// See ``register(_:name:key:isOverridable:ifRegistered:fileID:line:composite:)`` for the other parameters.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - isOverridable: False if no later registration may replace this one.
  ///   - ifRegistered: The policy if a registration is there already; nil for the policy of the container.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - composite: Makes the product: one of its parameters is a `[T]`. It runs on the main actor.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter is a `[T]`; `AstrojectError.alreadyRegistered`,
  ///   `AstrojectError.duplicateRegistration`, `AstrojectError.sealed` or `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func register<Product, each D, E: Error>(
    _ type: Product.Type?, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    composite: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      composite: .mainActorAsynchronous(composite, repeat Parameter<each D>.auto),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  private func add<Product>(
    composite injection: Injection<Product>, _ placement: Placement
  ) throws -> Registration<Product> {
    try addComposite(injection.recipe, placement, parameterPlan: injection.parameterPlan)
  }
}

import Astroject

// The forms of `register` that take an initializer for a composite: one for each effect. The optional type is
// never nil: it tells the compiler that a closure without a label is meant for any other form.

extension Container {
  /// Registers one product that is made of all others of its type: a single resolve gives it, and its `[T]` parameter
  /// gets what `resolveAll` gives, which leaves it out.
  ///
  /// ```swift
  /// try container.register(Notifier.self, composite: AllNotifiers.init)
  /// ```
  /// It has a place of its own: it replaces nothing, and what is registered under its key, before or after, stays an
  /// element. In a child, the child's own registration of the key goes first. Decorators surround the elements, and not
  /// the composite. Of graph scope, or transient, it also collects what the child has that asks.
  ///
  /// - Parameters:
  ///   - type: What the product is resolved by.
  ///   - name: Tells registrations of one type apart.
  ///   - key: Takes the place of the name.
  ///   - isOverridable: Whether a later composite may replace it.
  ///   - ifRegistered: What happens where this container has a composite of the key.
  ///   - fileID: Where it is registered, for error texts.
  ///   - line: Where it is registered, for error texts.
  ///   - composite: Makes the product: one of its parameters is a `[T]`, the others are filled by their types.
  /// - Throws: `AstrojectError.invalidInstance` where no parameter is a `[T]`; what
  ///   ``register(_:name:key:isOverridable:ifRegistered:fileID:line:initializer:)`` throws.
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

  /// Registers one product that is made of all others of its type, by an asynchronous initializer.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter is a `[T]`; what
  ///   ``register(_:name:key:isOverridable:ifRegistered:fileID:line:initializer:)`` throws.
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

  /// Registers one product that is made of all others of its type, by an initializer of the main actor.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter is a `[T]`; what
  ///   ``register(_:name:key:isOverridable:ifRegistered:fileID:line:initializer:)`` throws.
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

  /// Registers one product that is made of all others of its type, by an asynchronous initializer of the main actor.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter is a `[T]`; what
  ///   ``register(_:name:key:isOverridable:ifRegistered:fileID:line:initializer:)`` throws.
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

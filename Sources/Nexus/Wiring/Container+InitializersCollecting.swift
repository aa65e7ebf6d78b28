import Astroject

// The forms of `register` that take an initializer for a composite. The optional type is never nil. It tells the
// compiler that a closure without a label is meant for another form.

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
    try register(
      type, name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line,
      composite: Injection(composite))
  }

  /// Registers an injection as a composite: an initializer with its effects and the rules for its parameters.
  ///
  /// The parameters and the errors are those of the form with an initializer.
  @discardableResult
  public func register<Product>(
    _ type: Product.Type?, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, composite: Injection<Product>
  ) throws -> Registration<Product> {
    try addComposite(
      composite.recipe,
      Placement(name, key, fileID, line, isOverridable, ifRegistered),
      parameterPlan: composite.parameterPlan)
  }
}

import Astroject

// The forms of `contribute` that take an initializer; see `Container+Initializers`.

extension Container {
  /// Adds an initializer to the collection of a type, with parameters that are filled by type.
  ///
  /// It replaces nothing. `resolveAll`, and a parameter of type `[T]`, get its product with those of the other
  /// elements. ``register(_:name:key:isOverridable:ifRegistered:fileID:line:initializer:)`` lists the values that
  /// parameters get.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - name: A name that the element has in a dictionary of the type.
  ///   - key: A key in place of a name.
  ///   - fileID: The file of the registration, for error texts.
  ///   - line: The line of the registration, for error texts.
  ///   - initializer: Makes the product. It runs on the thread that resolves, and no lock is held meanwhile.
  /// - Returns: The registration, for further calls.
  /// - Throws: `AstrojectError.sealed` after `seal()`; `AstrojectError.containerReleased` in a child whose work has
  ///   ended.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func contribute<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try contribute(Injection(initializer), Placement(name, key, fileID, line))
  }

  /// Adds an injection to the collection of a type: an initializer with its effects and the rules for its parameters.
  ///
  /// ```swift
  /// try container.contribute(Screen.self, initializer: Injection { @MainActor (log: any Log) in Home(log: log) })
  /// ```
  /// The parameters and the errors are those of the form with an initializer.
  @inlinable
  @discardableResult
  public func contribute<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, initializer: Injection<Product>
  ) throws -> Registration<Product> {
    try contribute(initializer, Placement(name, key, fileID, line))
  }
}

import Astroject

// The forms of `contribute` that take an initializer; see `Container+Initializers`.

// MARK: - By the types of the parameters

extension Container {
  /// Adds to the collection of a type an initializer, whose parameters are filled by their types.
  ///
  /// It replaces nothing; `resolveAll`, and a parameter of type `[T]`, get its product beside the others.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func contribute<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try contribute(Injection(initializer), Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds to the collection of a type an asynchronous initializer, whose parameters are filled by their types.
  ///
  /// It replaces nothing; `resolveAll`, and a parameter of type `[T]`, get its product beside the others.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func contribute<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try contribute(Injection(initializer), Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds to the collection of a type an initializer of the main actor, whose parameters are filled by their types.
  ///
  /// It replaces nothing; `resolveAll`, and a parameter of type `[T]`, get its product beside the others.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func contribute<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try contribute(Injection(initializer), Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds to the collection of a type an asynchronous initializer of the main actor, whose parameters are filled by
  /// their types.
  ///
  /// It replaces nothing; `resolveAll`, and a parameter of type `[T]`, get its product beside the others.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func contribute<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try contribute(Injection(initializer), Placement(name: name, key: key, fileID: fileID, line: line))
  }
}

// MARK: - By rules

extension Container {
  /// Adds to the collection of a type an initializer, with a rule for each of its parameters.
  ///
  /// It replaces nothing; `resolveAll`, and a parameter of type `[T]`, get its product beside the others.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func contribute<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try contribute(
      Injection(initializer, with: first, repeat each rest), Placement(name: name, key: key, fileID: fileID, line: line)
    )
  }

  /// Adds to the collection of a type an asynchronous initializer, with a rule for each of its parameters.
  ///
  /// It replaces nothing; `resolveAll`, and a parameter of type `[T]`, get its product beside the others.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func contribute<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable @concurrent (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try contribute(
      Injection(initializer, with: first, repeat each rest), Placement(name: name, key: key, fileID: fileID, line: line)
    )
  }

  /// Adds to the collection of a type an initializer of the main actor, with a rule for each of its parameters.
  ///
  /// It replaces nothing; `resolveAll`, and a parameter of type `[T]`, get its product beside the others.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func contribute<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try contribute(
      Injection(initializer, with: first, repeat each rest), Placement(name: name, key: key, fileID: fileID, line: line)
    )
  }

  /// Adds to the collection of a type an asynchronous initializer of the main actor, with a rule for each of its
  /// parameters.
  ///
  /// It replaces nothing; `resolveAll`, and a parameter of type `[T]`, get its product beside the others.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func contribute<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try contribute(
      Injection(initializer, with: first, repeat each rest), Placement(name: name, key: key, fileID: fileID, line: line)
    )
  }
}

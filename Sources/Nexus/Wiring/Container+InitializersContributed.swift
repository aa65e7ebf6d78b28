import Astroject

// The forms of `contribute` that take an initializer; see `Container+Initializers`.

// MARK: - By the types of the parameters

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
    try contribute(Injection(initializer), Placement(name: name, key: key, fileID: fileID, line: line))
  }

  /// Adds an asynchronous initializer to the collection of a type, with parameters that are filled by type.
  ///
  /// A synchronous resolve of the collection throws `AstrojectError.asynchronousFactory`, unless a scope has cached the
  /// element. The other parameters are those of ``contribute(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - initializer: Makes the product.
  /// - Throws: `AstrojectError.sealed` or `AstrojectError.containerReleased`.
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

  /// Adds a main-actor initializer to the collection of a type, with parameters that are filled by type.
  ///
  /// A synchronous resolve of the collection off the main actor throws `AstrojectError.isolationMismatch`, unless a
  /// scope has cached the element. The other parameters are those of
  /// ``contribute(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the product. It runs on the main actor.
  /// - Throws: `AstrojectError.sealed` or `AstrojectError.containerReleased`.
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

  /// Adds an asynchronous main-actor initializer to the collection of a type, with parameters that are filled by
  /// type.
  ///
  /// A synchronous resolve of the collection throws `AstrojectError.asynchronousFactory`, unless a scope has cached the
  /// element. The other parameters are those of ``contribute(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the product. It runs on the main actor.
  /// - Throws: `AstrojectError.sealed` or `AstrojectError.containerReleased`.
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
  /// Adds an initializer to the collection of a type, with a rule for each of its parameters.
  ///
  /// The other parameters are those of ``contribute(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - initializer: Makes the product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  /// - Throws: `AstrojectError.sealed` or `AstrojectError.containerReleased`.
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

  /// Adds an asynchronous initializer to the collection of a type, with a rule for each of its parameters.
  ///
  /// A synchronous resolve of the collection throws `AstrojectError.asynchronousFactory`, unless a scope has cached the
  /// element. The other parameters are those of ``contribute(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - initializer: Makes the product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  /// - Throws: `AstrojectError.sealed` or `AstrojectError.containerReleased`.
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

  /// Adds a main-actor initializer to the collection of a type, with a rule for each of its parameters.
  ///
  /// A synchronous resolve of the collection off the main actor throws `AstrojectError.isolationMismatch`, unless a
  /// scope has cached the element. The other parameters are those of
  /// ``contribute(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the product. It runs on the main actor.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  /// - Throws: `AstrojectError.sealed` or `AstrojectError.containerReleased`.
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

  /// Adds an asynchronous main-actor initializer to the collection of a type, with a rule for each of its
  /// parameters.
  ///
  /// A synchronous resolve of the collection throws `AstrojectError.asynchronousFactory`, unless a scope has cached the
  /// element. The other parameters are those of ``contribute(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the product. It runs on the main actor.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  /// - Throws: `AstrojectError.sealed` or `AstrojectError.containerReleased`.
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

import Astroject

// The forms of `decorate` that take an initializer: one for each effect, with the parameters filled by type or by
// rules.

// MARK: - By the types of the parameters

extension Container {
  /// Decorates the registration of a key, by an initializer with a parameter of the decorated type.
  ///
  /// ```swift
  /// try container.decorate(Storage.self, initializer: CachedStorage.init)
  /// ```
  /// The parameter may also be an optional, a ``Lazy`` or a ``Provider`` of the decorated type. The other parameters
  /// are filled by type. See ``Astroject/Container/decorate(_:name:key:fileID:line:decorator:)`` for the registrations
  /// that a decorator decorates, the order of several decorators, and the time for which they apply.
  ///
  /// - Parameters:
  ///   - type: The type of the decorated product, as it is resolved.
  ///   - name: The name of the decorated product.
  ///   - key: The key of the decorated product, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - initializer: Makes the decorating product. It runs on the thread that resolves, and no lock is held meanwhile.
  /// - Returns: The decorator, for further calls.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter takes the decorated product; `AstrojectError.sealed`
  ///   after `seal()`; `AstrojectError.containerReleased` in a child whose work has ended.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .synchronous(initializer, repeat Parameter<each D>.auto.decorating(key))
    }
  }

  /// Decorates the registration of a key, by an asynchronous initializer whose parameters are filled by type.
  ///
  /// A synchronous resolve of the decorated product throws `AstrojectError.asynchronousFactory`, unless a scope has
  /// cached it. The other parameters are those of ``decorate(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - initializer: Makes the decorating product.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter takes the decorated product; `AstrojectError.sealed` or
  ///   `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .asynchronous(initializer, repeat Parameter<each D>.auto.decorating(key))
    }
  }

  /// Decorates the registration of a key, by a main-actor initializer whose parameters are filled by type.
  ///
  /// A synchronous resolve of the decorated product off the main actor throws `AstrojectError.isolationMismatch`,
  /// unless a scope has cached it. The other parameters are those of ``decorate(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the decorating product. It runs on the main actor.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter takes the decorated product; `AstrojectError.sealed` or
  ///   `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .mainActor(initializer, repeat Parameter<each D>.auto.decorating(key))
    }
  }

  /// Decorates the registration of a key, by an asynchronous main-actor initializer whose parameters are filled by
  /// type.
  ///
  /// A synchronous resolve of the decorated product throws `AstrojectError.asynchronousFactory`, unless a scope has
  /// cached it. The other parameters are those of ``decorate(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the decorating product. It runs on the main actor.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter takes the decorated product; `AstrojectError.sealed` or
  ///   `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .mainActorAsynchronous(initializer, repeat Parameter<each D>.auto.decorating(key))
    }
  }
}

// MARK: - By rules

extension Container {
  /// Decorates the registration of a key, by an initializer with a rule for each parameter.
  ///
  /// A parameter of the decorated type gets the decorated product if its rule is `.auto`, or names the decorated
  /// product. The other parameters are those of ``decorate(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - initializer: Makes the decorating product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter takes the decorated product; `AstrojectError.sealed` or
  ///   `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, D0, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .synchronous(initializer, first.decorating(key), repeat (each rest).decorating(key))
    }
  }

  /// Decorates the registration of a key, by an asynchronous initializer with a rule for each parameter.
  ///
  /// A parameter of the decorated type gets the decorated product if its rule is `.auto`, or names the decorated
  /// product. A synchronous resolve of the decorated product throws `AstrojectError.asynchronousFactory`, unless a
  /// scope has cached it. The other parameters are those of ``decorate(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - initializer: Makes the decorating product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter takes the decorated product; `AstrojectError.sealed` or
  ///   `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, D0, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable @concurrent (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .asynchronous(initializer, first.decorating(key), repeat (each rest).decorating(key))
    }
  }

  /// Decorates the registration of a key, by a main-actor initializer with a rule for each parameter.
  ///
  /// A parameter of the decorated type gets the decorated product if its rule is `.auto`, or names the decorated
  /// product. A synchronous resolve of the decorated product off the main actor throws
  /// `AstrojectError.isolationMismatch`, unless a scope has cached it. The other parameters are those of
  /// ``decorate(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the decorating product. It runs on the main actor.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter takes the decorated product; `AstrojectError.sealed` or
  ///   `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, D0, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .mainActor(initializer, first.decorating(key), repeat (each rest).decorating(key))
    }
  }

  /// Decorates the registration of a key, by an asynchronous main-actor initializer with a rule for each parameter.
  ///
  /// A parameter of the decorated type gets the decorated product if its rule is `.auto`, or names the decorated
  /// product. A synchronous resolve of the decorated product throws `AstrojectError.asynchronousFactory`, unless a
  /// scope has cached it. The other parameters are those of ``decorate(_:name:key:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: The name of the registration; it tells registrations of one type apart.
  ///   - key: The key of the registration, any hashable value, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the decorating product. It runs on the main actor.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter takes the decorated product; `AstrojectError.sealed` or
  ///   `AstrojectError.containerReleased`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, D0, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .mainActorAsynchronous(initializer, first.decorating(key), repeat (each rest).decorating(key))
    }
  }

  /// Adds a decorator whose injection a closure makes from the decorated key.
  private func decorate<Product>(
    _ placement: Placement, _ injection: (Key) -> Injection<Product>
  ) throws -> Decoration<Product> {
    let key = Key(Product.self, label: placement.label)
    let injection = injection(key)
    guard injection.decorates(key) else {
      throw AstrojectError.invalidInstance(
        AstrojectError.Failure(
          key: key, path: [], location: placement.location, cause: .unwrapping(Product.self)))
    }
    return try add(decorator: injection.recipe, placement, parameterPlan: injection.parameterPlan)
  }
}

extension Injection {
  /// Returns true if a parameter gets the decorated product.
  package func decorates(_ key: Key) -> Bool {
    dependencies.contains { $0.kind == .decorated && $0.key == key }
  }

  /// The dependencies of the parameters and properties.
  private var dependencies: [Dependency] {
    if case .initializer(let recipe) = recipe { return recipe.parameterPlan?.dependencies ?? [] }
    return parameterPlan?.dependencies ?? []
  }
}

import Astroject

// The forms of `decorate` that take an initializer: one for each effect, by the types of the parameters or by rules.

// MARK: - By the types of the parameters

extension Container {
  /// Surrounds what is registered under a key by an initializer: the parameter of that type gets what is decorated.
  ///
  /// ```swift
  /// try container.decorate(Storage.self, initializer: CachedStorage.init)
  /// ```
  /// That parameter may also be an optional, a ``Lazy`` or a ``Provider`` of the type. The others are filled by their
  /// types. What is decorated, in which order and for how long is said at
  /// ``Astroject/Container/decorate(_:name:key:fileID:line:decorator:)``.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter takes what is decorated, or
  ///   `AstrojectError.sealed`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .synchronous(initializer, repeat Parameter<each D>.auto.surrounding(key))
    }
  }

  /// Surrounds what is registered under a key by an asynchronous initializer, whose parameters are filled by their types.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter takes what is decorated, or
  ///   `AstrojectError.sealed`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .asynchronous(initializer, repeat Parameter<each D>.auto.surrounding(key))
    }
  }

  /// Surrounds what is registered under a key by an initializer of the main actor, whose parameters are filled by their types.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter takes what is decorated, or
  ///   `AstrojectError.sealed`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .mainActor(initializer, repeat Parameter<each D>.auto.surrounding(key))
    }
  }

  /// Surrounds what is registered under a key by an asynchronous initializer of the main actor, whose parameters are filled by their types.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter takes what is decorated, or
  ///   `AstrojectError.sealed`.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product
  ) throws -> Decoration<Product> {
    try decorate(Placement(name: name, key: key, fileID: fileID, line: line)) { key in
      .mainActorAsynchronous(initializer, repeat Parameter<each D>.auto.surrounding(key))
    }
  }
}

// MARK: - By rules

extension Container {
  /// Surrounds what is registered under a key by an initializer, with a rule for each parameter.
  ///
  /// A parameter of the decorated type whose rule is `.auto`, or names what is decorated, gets that.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter takes what is decorated, or
  ///   `AstrojectError.sealed`.
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
      .synchronous(initializer, first.surrounding(key), repeat (each rest).surrounding(key))
    }
  }

  /// Surrounds what is registered under a key by an asynchronous initializer, with a rule for each parameter.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter takes what is decorated, or
  ///   `AstrojectError.sealed`.
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
      .asynchronous(initializer, first.surrounding(key), repeat (each rest).surrounding(key))
    }
  }

  /// Surrounds what is registered under a key by an initializer of the main actor, with a rule for each parameter.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter takes what is decorated, or
  ///   `AstrojectError.sealed`.
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
      .mainActor(initializer, first.surrounding(key), repeat (each rest).surrounding(key))
    }
  }

  /// Surrounds what is registered under a key by an asynchronous initializer of the main actor, with a rule for each parameter.
  ///
  /// - Throws: `AstrojectError.invalidInstance` where no parameter takes what is decorated, or
  ///   `AstrojectError.sealed`.
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
      .mainActorAsynchronous(initializer, first.surrounding(key), repeat (each rest).surrounding(key))
    }
  }

  /// Decorates by an initializer; a closure that is told what is decorated says what its parameters get.
  private func decorate<Product>(
    _ placement: Placement, _ injection: (Key) -> Injection<Product>
  ) throws -> Decoration<Product> {
    let key = Key(Product.self, label: placement.label)
    let injection = injection(key)
    guard injection.surrounds(key) else {
      throw AstrojectError.invalidInstance(
        AstrojectError.Failure(
          key: key, path: [], location: placement.location, cause: .unwrapping(Product.self)))
    }
    return try add(decorator: injection.recipe, placement, parameterPlan: injection.parameterPlan)
  }
}

extension Injection {
  /// Whether a parameter gets what is decorated.
  package func surrounds(_ key: Key) -> Bool {
    dependencies.contains { $0.kind == .surrounded && $0.key == key }
  }

  /// What the parameters get.
  private var dependencies: [Dependency] {
    if case .initializer(let recipe) = recipe { return recipe.parameterPlan?.dependencies ?? [] }
    return parameterPlan?.dependencies ?? []
  }
}

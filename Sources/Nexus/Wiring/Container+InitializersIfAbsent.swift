import Astroject

// The forms of `registerIfAbsent` that take an initializer; see `Container+Initializers`.

// MARK: - By the types of the parameters

extension Container {
  /// Registers an initializer, whose parameters are filled by their types, unless this container has such a
  /// registration.
  ///
  /// Where it has one, that stays, and the registration that is returned is a detached one.
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration of a parent is in the way.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func registerIfAbsent<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      type, label: Label(name: name, key: key), at: CodeLocation(fileID: fileID, line: line),
      isOverridable: isOverridable, ifAbsent: true, types: { Injection<Product>.types(repeat (each D).self) }
    ) { reader in
      try initializer(repeat try reader.next((each D).self))
    }
  }

  /// Registers an asynchronous initializer, whose parameters are filled by their types, unless this container has
  /// such a registration.
  ///
  /// Where it has one, that stays, and the registration that is returned is a detached one.
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration of a parent is in the way.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func registerIfAbsent<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers an initializer of the main actor, whose parameters are filled by their types, unless this container
  /// has such a registration.
  ///
  /// Where it has one, that stays, and the registration that is returned is a detached one.
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration of a parent is in the way.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func registerIfAbsent<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers an asynchronous initializer of the main actor, whose parameters are filled by their types, unless this
  /// container has such a registration.
  ///
  /// Where it has one, that stays, and the registration that is returned is a detached one.
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration of a parent is in the way.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func registerIfAbsent<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }
}

// MARK: - By rules

extension Container {
  /// Registers an initializer, with a rule for each of its parameters, unless this container has such a registration.
  ///
  /// Where it has one, that stays, and the registration that is returned is a detached one.
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration of a parent is in the way.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func registerIfAbsent<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer, with: first, repeat each rest), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers an asynchronous initializer, with a rule for each of its parameters, unless this container has such a
  /// registration.
  ///
  /// Where it has one, that stays, and the registration that is returned is a detached one.
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration of a parent is in the way.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func registerIfAbsent<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable @concurrent (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer, with: first, repeat each rest), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers an initializer of the main actor, with a rule for each of its parameters, unless this container has
  /// such a registration.
  ///
  /// Where it has one, that stays, and the registration that is returned is a detached one.
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration of a parent is in the way.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func registerIfAbsent<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer, with: first, repeat each rest), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }

  /// Registers an asynchronous initializer of the main actor, with a rule for each of its parameters, unless this
  /// container has such a registration.
  ///
  /// Where it has one, that stays, and the registration that is returned is a detached one.
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration of a parent is in the way.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func registerIfAbsent<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try add(
      Injection(initializer, with: first, repeat each rest), label: Label(name: name, key: key),
      at: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, ifAbsent: true)
  }
}

import Astroject
import Nexus

// The forms of `replace` that take an initializer. They need nothing of Nexus to be called, but for `with:`.

// MARK: - By the types of the parameters

extension Overrides {
  /// Replaces what is registered under a key with an initializer, whose parameters are filled by their types.
  ///
  /// ```swift
  /// try overrides.replace(Client.self, initializer: MockClient.init)
  /// ```
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, where nothing is registered under the key.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func replace<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, initializer: initializer)
    }
  }

  /// Replaces what is registered under a key with an asynchronous initializer, whose parameters are filled by their
  /// types.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func replace<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, initializer: initializer)
    }
  }

  /// Replaces what is registered under a key with an initializer of the main actor, whose parameters are filled by
  /// their types.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func replace<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, initializer: initializer)
    }
  }

  /// Replaces what is registered under a key with an asynchronous initializer of the main actor, whose parameters are
  /// filled by their types.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func replace<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, initializer: initializer)
    }
  }
}

// MARK: - By rules

extension Overrides {
  /// Replaces what is registered under a key with an initializer, with a rule for each of its parameters.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func replace<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, initializer: initializer, with: first, repeat each rest)
    }
  }

  /// Replaces what is registered under a key with an asynchronous initializer, with a rule for each of its parameters.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func replace<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable @concurrent (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, initializer: initializer, with: first, repeat each rest)
    }
  }

  /// Replaces what is registered under a key with an initializer of the main actor, with a rule for each of its
  /// parameters.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func replace<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, initializer: initializer, with: first, repeat each rest)
    }
  }

  /// Replaces what is registered under a key with an asynchronous initializer of the main actor, with a rule for each
  /// of its parameters.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func replace<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, initializer: initializer, with: first, repeat each rest)
    }
  }
}

import Astroject
import Nexus

// The forms of `replace` that take an initializer. A caller needs Nexus for the rules of `with:` only. A form that
// lists no location parameters has those of the first form in `Overrides+Replacing.swift`. The unlabelled variadic
// parameter `mainActor` is never given: it tells the main-actor forms apart from the others.

// MARK: - By the types of the parameters

extension Overrides {
  /// Replaces a registration with an initializer, whose parameters are filled by their types.
  ///
  /// ```swift
  /// try overrides.replace(Client.self, initializer: MockClient.init)
  /// ```
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - initializer: Makes the product.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
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

  /// Replaces a registration with an asynchronous initializer, whose parameters are filled by their types.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - initializer: Makes the product.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
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

  /// Replaces a registration with a main-actor initializer, whose parameters are filled by their types.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the product.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
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

  /// Replaces a registration with an asynchronous main-actor initializer, whose parameters are filled by their types.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the product.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
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
  /// Replaces a registration with an initializer and a rule for each of its parameters.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - initializer: Makes the product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
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

  /// Replaces a registration with an asynchronous initializer and a rule for each of its parameters.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - initializer: Makes the product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
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

  /// Replaces a registration with a main-actor initializer and a rule for each of its parameters.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
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

  /// Replaces a registration with an asynchronous main-actor initializer and a rule for each of its parameters.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
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

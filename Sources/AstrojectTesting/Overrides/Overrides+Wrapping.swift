import Astroject

// The forms of `wrap`: thin, as all of them come down to `wrapping`.

// MARK: - The real one

extension Overrides {
  /// Puts something around what is registered under a key: a spy, a cache, a recorder.
  ///
  /// ```swift
  /// try overrides.wrap(Store.self) { real in SpyStore(real) }
  /// ```
  /// The real one is made as before, with its hooks and in its scope, and is asked for by nobody else. What is around
  /// it has the same name and scope, and answers for the other types that the real one implements.
  ///
  /// - Parameters:
  ///   - type: What the real one is resolved by.
  ///   - name: The name of the real one.
  ///   - key: Takes the place of the name.
  ///   - fileID: Where it is wrapped, for failures.
  ///   - filePath: Where it is wrapped, for failures.
  ///   - line: Where it is wrapped, for failures.
  ///   - column: Where it is wrapped, for failures.
  ///   - body: Makes the product from the real one.
  /// - Returns: The registration, to say more about it.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, where nothing is registered under the key.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    body: @escaping @Sendable (Product) throws -> Product
  ) throws -> Registration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)
    ) { real in
      .synchronously(around: real) { _, real, _ in try body(real) }
    }
  }

  /// Puts something around what is registered under a key, by an asynchronous closure.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    body: @escaping @Sendable (Product) async throws -> Product
  ) throws -> Registration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)
    ) { real in
      .awaiting(around: real) { _, real, _ in try await body(real) }
    }
  }

  /// Puts something around what is registered under a key, by a closure of the main actor.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    body: @escaping @MainActor @Sendable (Product) throws -> Product
  ) throws -> Registration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)
    ) { real in
      .onMainActor(around: real) { _, real, _ in try body(real) }
    }
  }

  /// Puts something around what is registered under a key, by an asynchronous closure of the main actor.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    body: @escaping @MainActor @Sendable (Product) async throws -> Product
  ) throws -> Registration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)
    ) { real in
      .awaitingOnMainActor(around: real) { _, real, _ in try await body(real) }
    }
  }
}

// MARK: - A resolver, the real one and any number of arguments

extension Overrides {
  /// Puts something around what is registered under a key, by a closure with a resolver, the real one and any
  /// arguments.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    body: @escaping @Sendable (Resolver, Product, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try wrapping(
      type, Label(name: name, key: key), arguments: repeat each arguments, isOpaque: true,
      at: CallSite(fileID, filePath, line, column)
    ) { real in
      .synchronously(around: real) { resolver, real, arguments in try body(resolver, real, repeat each arguments) }
    }
  }

  /// Puts something around what is registered under a key, by an asynchronous closure with a resolver, the real one and
  /// any arguments.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    body: @escaping @Sendable (Resolver, Product, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try wrapping(
      type, Label(name: name, key: key), arguments: repeat each arguments, isOpaque: true,
      at: CallSite(fileID, filePath, line, column)
    ) { real in
      .awaiting(around: real) { resolver, real, arguments in try await body(resolver, real, repeat each arguments) }
    }
  }

  /// Puts something around what is registered under a key, by a closure of the main actor with a resolver, the real one
  /// and any arguments.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    body: @escaping @MainActor @Sendable (Resolver, Product, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try wrapping(
      type, Label(name: name, key: key), arguments: repeat each arguments, isOpaque: true,
      at: CallSite(fileID, filePath, line, column)
    ) { real in
      .onMainActor(around: real) { resolver, real, arguments in try body(resolver, real, repeat each arguments) }
    }
  }

  /// Puts something around what is registered under a key, by an asynchronous closure of the main actor with a
  /// resolver, the real one and any arguments.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    body: @escaping @MainActor @Sendable (Resolver, Product, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try wrapping(
      type, Label(name: name, key: key), arguments: repeat each arguments, isOpaque: true,
      at: CallSite(fileID, filePath, line, column)
    ) { real in
      .awaitingOnMainActor(around: real) { resolver, real, arguments in
        try await body(resolver, real, repeat each arguments)
      }
    }
  }
}

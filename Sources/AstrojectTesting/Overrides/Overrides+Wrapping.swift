import Astroject

// The forms of `wrap`: thin, as all of them come down to `wrapping`.

// MARK: - The real one

extension Overrides {
  /// Puts something around what is registered under a key: a spy, a cache, a recorder.
  ///
  /// ```swift
  /// try overrides.wrap(Store.self) { real in SpyStore(real) }
  /// ```
  /// It is the outermost decorator (see ``Astroject/Container/decorate(_:name:key:fileID:line:decorator:)``): the real
  /// one is made as before, with its hooks, is kept in its scope with what is around it, and is given to nobody else.
  /// What another override puts in the place of the real one is surrounded as that was.
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
  /// - Returns: The decorator, to say more about it.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, where nothing is registered under the key.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    body: @escaping @Sendable (Product) throws -> Product
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column),
      .sync { resolver, _ in try body(try resolver.surrounded()) })
  }

  /// Puts something around what is registered under a key, by an asynchronous closure.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    body: @escaping @Sendable (Product) async throws -> Product
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column),
      .async { resolver, _ in try await body(try resolver.surrounded()) })
  }

  /// Puts something around what is registered under a key, by a closure of the main actor.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    body: @escaping @MainActor @Sendable (Product) throws -> Product
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column),
      .mainActor { resolver, _ in try body(try resolver.surrounded()) })
  }

  /// Puts something around what is registered under a key, by an asynchronous closure of the main actor.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    body: @escaping @MainActor @Sendable (Product) async throws -> Product
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column),
      .mainActorAsync { resolver, _ in try await body(try resolver.surrounded()) })
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
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), arguments: repeat each arguments, isOpaque: true,
      at: CallSite(fileID, filePath, line, column),
      .sync { resolver, arguments in
        try body(resolver, try resolver.surrounded(), repeat each arguments)
      })
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
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), arguments: repeat each arguments, isOpaque: true,
      at: CallSite(fileID, filePath, line, column),
      .async { resolver, arguments in
        try await body(resolver, try resolver.surrounded(), repeat each arguments)
      })
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
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), arguments: repeat each arguments, isOpaque: true,
      at: CallSite(fileID, filePath, line, column),
      .mainActor { resolver, arguments in
        try body(resolver, try resolver.surrounded(), repeat each arguments)
      })
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
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), arguments: repeat each arguments, isOpaque: true,
      at: CallSite(fileID, filePath, line, column),
      .mainActorAsync { resolver, arguments in
        try await body(resolver, try resolver.surrounded(), repeat each arguments)
      })
  }
}

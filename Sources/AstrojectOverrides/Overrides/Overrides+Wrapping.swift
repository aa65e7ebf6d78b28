import Astroject

// The forms of `wrap`; all of them call `wrapping`. A form that lists no location parameters has those of the first
// form. The unlabelled variadic parameter `mainActor` is never given: it tells the main-actor forms apart from
// the others.

// MARK: - The real one

extension Overrides {
  /// Decorates a registration by a closure that takes the original product: with a spy, a cache or a recorder.
  ///
  /// ```swift
  /// try overrides.wrap(Store.self) { real in SpyStore(real) }
  /// ```
  /// The decorator is the outermost one (see ``Astroject/Container/decorate(_:name:key:fileID:line:decorator:)``). The
  /// original is built as before, with its hooks. Its scope caches the decorated product, and nothing else receives the
  /// original. If another override replaces the original, the replacement is decorated.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - body: Makes the product from the original one.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    body: @escaping @Sendable (Product) throws -> Product
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column),
      .sync { resolver, _ in try body(try resolver.decorated()) })
  }

  /// Decorates a registration by an asynchronous closure that takes the original product.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - body: Makes the product from the original one.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    body: @escaping @Sendable (Product) async throws -> Product
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column),
      .async { resolver, _ in try await body(try resolver.decorated()) })
  }

  /// Decorates a registration by a main-actor closure that takes the original product.
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
  ///   - body: Makes the product from the original one.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    body: @escaping @MainActor @Sendable (Product) throws -> Product
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column),
      .mainActor { resolver, _ in try body(try resolver.decorated()) })
  }

  /// Decorates a registration by an asynchronous main-actor closure that takes the original product.
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
  ///   - body: Makes the product from the original one.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    body: @escaping @MainActor @Sendable (Product) async throws -> Product
  ) throws -> Decoration<Product> {
    try wrapping(
      type, Label(name: name, key: key), at: CallSite(fileID, filePath, line, column),
      .mainActorAsync { resolver, _ in try await body(try resolver.decorated()) })
  }
}

// MARK: - A resolver, the real one and any number of arguments

extension Overrides {
  /// Decorates a registration by a closure that takes a resolver, the original product and any arguments.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - arguments: The types of the arguments that are part of the key.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - body: Makes the product from the original one.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key and
  ///   these arguments.
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
        try body(resolver, try resolver.decorated(), repeat each arguments)
      })
  }

  /// Decorates a registration by an asynchronous closure that takes a resolver, the original product and any arguments.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - arguments: The types of the arguments that are part of the key.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - body: Makes the product from the original one.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key and
  ///   these arguments.
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
        try await body(resolver, try resolver.decorated(), repeat each arguments)
      })
  }

  /// Decorates a registration by a main-actor closure that takes a resolver, the original product and any arguments.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - arguments: The types of the arguments that are part of the key.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - body: Makes the product from the original one.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key and
  ///   these arguments.
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
        try body(resolver, try resolver.decorated(), repeat each arguments)
      })
  }

  /// Decorates a registration by an asynchronous main-actor closure that takes a resolver, the original product and any
  /// arguments.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - arguments: The types of the arguments that are part of the key.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - body: Makes the product from the original one.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key and
  ///   these arguments.
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
        try await body(resolver, try resolver.decorated(), repeat each arguments)
      })
  }
}

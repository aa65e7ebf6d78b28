import Astroject
import Nexus

// The forms of `wrap`; all of them call `wrapping`.

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
  /// The parameters and the errors are those of the form with a closure that takes the original.
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

  /// Decorates a registration by a closure that takes a resolver, the original product and any arguments.
  ///
  /// The types of `arguments` are a part of the key.
  /// The other parameters and the errors are those of the form with a closure that takes the original.
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
  /// The types of `arguments` are a part of the key.
  /// The other parameters and the errors are those of the form with a closure that takes the original.
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

  /// Decorates a registration by an initializer: one parameter takes the original product, the others are filled by
  /// type.
  ///
  /// ```swift
  /// try overrides.wrap(Store.self, initializer: SpyStore.init(real:log:))
  /// ```
  /// The parameter may also be an optional, a `Lazy` or a `Provider` of the type. The arguments of a resolve go to the
  /// original product.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - initializer: Makes the product from the original one.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key;
  ///   ``OverrideError/noParameter(for:at:)`` if the initializer does not take the original product.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func wrap<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Decoration<Product> {
    try wrap(
      type, name: name, key: key, fileID: fileID, filePath: filePath, line: line, column: column,
      initializer: Injection(initializer))
  }

  /// Decorates a registration by an injection: an initializer with its effects and the rules for its parameters.
  ///
  /// A parameter of the type gets the original product if its rule is `.auto`.
  ///
  /// The parameters and the errors are those of the form with an initializer.
  @discardableResult
  public func wrap<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: Injection<Product>
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column), by: initializer)
  }
}

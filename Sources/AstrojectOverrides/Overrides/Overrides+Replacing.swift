import Astroject
import Nexus

// The forms of `replace`; all of them call `replacing`.

extension Overrides {
  /// Replaces a registration with a factory that takes nothing.
  ///
  /// ```swift
  /// try overrides.replace(Client.self) { MockClient() }
  /// try overrides.replace(Client.self, name: "backup") { MockClient() }.asTransient()
  /// ```
  /// The new registration keeps the name of the original, and its scope unless it chooses another one. It is eager if
  /// the original is. It answers for the other types that the original implements; if the product is not of such a
  /// type, resolving that type throws `AstrojectError.typeMismatch`. The hooks of the original are dropped.
  ///
  /// Special cases:
  ///
  /// - An original that was given an object as its scope (`.as(instance)`) is replaced by a singleton, because the
  ///   object would return the instance that the original has built.
  /// - An original that `isOverridable: false` protects is replaced as well.
  /// - Arguments that the original takes by its initializer are accepted and ignored.
  /// - If the type is one that another registration implements, the new registration answers for this type only.
  ///
  /// In a child, it replaces the registration that the child sees: its own, or that of the nearest parent.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - factory: Makes the product. It runs on the thread that resolves, and no lock is held meanwhile.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
  @discardableResult
  public func replace<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    factory: @escaping @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Replaces a registration with an asynchronous factory that takes nothing.
  ///
  /// The parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  public func replace<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    factory: @escaping @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Replaces a registration with a factory that takes a resolver and any arguments.
  ///
  /// The types of `arguments` are a part of the key.
  /// The other parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  public func replace<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, arguments: repeat each arguments, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Replaces a registration with an asynchronous factory that takes a resolver and any arguments.
  ///
  /// The types of `arguments` are a part of the key.
  /// The other parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  public func replace<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    factory: @escaping @Sendable (Resolver, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, arguments: repeat each arguments, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Replaces a registration with an initializer, whose parameters are filled by their types.
  ///
  /// ```swift
  /// try overrides.replace(Client.self, initializer: MockClient.init)
  /// ```
  ///
  /// The parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func replace<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try replace(
      type, name: name, key: key, fileID: fileID, filePath: filePath, line: line, column: column,
      initializer: Injection(initializer))
  }

  /// Replaces a registration by an injection: an initializer with its effects and the rules for its parameters.
  ///
  /// ```swift
  /// try overrides.replace(Screen.self, initializer: Injection { @MainActor (log: any Log) in MockScreen(log: log) })
  /// ```
  /// It is needed for an initializer that is asynchronous or on the main actor, or that has rules.
  ///
  /// The parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  public func replace<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: Injection<Product>
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(type, name: name, key: key, fileID: fileID, line: line, initializer: initializer)
    }
  }

  /// Replaces a registration with an instance, by default that of its own type.
  ///
  /// ```swift
  /// try overrides.replace(instance: mock, as: Client.self)
  /// ```
  /// - Parameters:
  ///   - instance: The instance.
  ///   - type: The type that it is resolved by.
  ///   - name: The name of the original.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The registration of the instance, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key.
  @discardableResult
  public func replace<Product>(
    instance: Product, as type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> OwnedInstance<Product> {
    let owned = try Container().register(
      instance: instance, as: type, name: name, key: key, fileID: fileID, line: line)
    return owned.with(try replacing(at: CallSite(fileID, filePath, line, column)) { _ in owned.registration })
  }
}

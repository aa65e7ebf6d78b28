import Astroject
import Nexus

// The forms of `add`; all of them call `adding`.

extension Overrides {
  /// Registers a new key with a factory that takes nothing.
  ///
  /// ```swift
  /// try overrides.add(Clock.self) { FixedClock() }
  /// ```
  /// - Parameters:
  ///   - type: The type that the product is resolved by.
  ///   - name: Tells registrations of one type apart.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - factory: Makes the product. It runs on the thread that resolves, and no lock is held meanwhile.
  /// - Returns: The registration, for further configuration.
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` if a registration or the fallback answers to the
  ///   key.
  @discardableResult
  public func add<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    factory: @escaping @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try adding(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Registers a new key with an asynchronous factory that takes nothing.
  ///
  /// The parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  public func add<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    factory: @escaping @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try adding(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Registers a new key with a factory that takes a resolver and any arguments.
  ///
  /// The types of `arguments` are a part of the key.
  /// The other parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  public func add<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try adding(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, arguments: repeat each arguments, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Registers a new key with an asynchronous factory that takes a resolver and any arguments.
  ///
  /// The types of `arguments` are a part of the key.
  /// The other parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  public func add<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    factory: @escaping @Sendable (Resolver, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try adding(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, arguments: repeat each arguments, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Registers a new key with an initializer, whose parameters are filled by their types.
  ///
  /// ```swift
  /// try overrides.add(Client.self, initializer: MockClient.init)
  /// ```
  ///
  /// The parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func add<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Registration<Product> {
    try add(
      type, name: name, key: key, fileID: fileID, filePath: filePath, line: line, column: column,
      initializer: Injection(initializer))
  }

  /// Adds an injection: an initializer with its effects and the rules for its parameters.
  ///
  /// ```swift
  /// try overrides.add(Screen.self, initializer: Injection { @MainActor (log: any Log) in MockScreen(log: log) })
  /// ```
  /// It is needed for an initializer that is asynchronous or on the main actor, or that has rules.
  ///
  /// The parameters and the errors are those of the form with a closure that takes nothing.
  @discardableResult
  public func add<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: Injection<Product>
  ) throws -> Registration<Product> {
    try adding(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(type, name: name, key: key, fileID: fileID, line: line, initializer: initializer)
    }
  }

  /// Registers a new key with an instance, by default under its own type.
  ///
  /// ```swift
  /// try overrides.add(instance: FixedClock(), as: Clock.self)
  /// ```
  /// - Parameters:
  ///   - instance: The instance.
  ///   - type: The type that it is resolved by.
  ///   - name: Tells registrations of one type apart.
  ///   - key: A hashable value that replaces the name.
  ///   - fileID: The file of the call, for the report of a failure.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The registration of the instance, for further configuration.
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` if a registration or the fallback answers to the
  ///   key.
  @discardableResult
  public func add<Product>(
    instance: Product, as type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> OwnedInstance<Product> {
    let owned = try Container().register(
      instance: instance, as: type, name: name, key: key, fileID: fileID, line: line)
    return owned.with(try adding(at: CallSite(fileID, filePath, line, column)) { _ in owned.registration })
  }
}

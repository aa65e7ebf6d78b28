import Astroject

// The forms of `add`: thin, as all of them come down to `adding`.

// MARK: - Nothing

extension Overrides {
  /// Registers what is not registered yet, with a factory that takes nothing.
  ///
  /// ```swift
  /// try overrides.add(Clock.self) { FixedClock() }
  /// ```
  /// - Parameters:
  ///   - type: What the product is resolved by.
  ///   - name: Tells registrations of one type apart.
  ///   - key: Takes the place of the name.
  ///   - fileID: Where it is added, for failures.
  ///   - filePath: Where it is added, for failures.
  ///   - line: Where it is added, for failures.
  ///   - column: Where it is added, for failures.
  ///   - factory: Makes the product.
  /// - Returns: The registration, to say more about it.
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` where something answers to the key, here, in a
  ///   parent or in the fallback.
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

  /// Registers what is not registered yet, with an asynchronous factory that takes nothing.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` where something answers to the key and these
  ///   arguments.
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

  /// Registers what is not registered yet, with a factory of the main actor that takes nothing.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` where something answers to the key and these
  ///   arguments.
  @discardableResult
  public func add<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try adding(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Registers what is not registered yet, with an asynchronous factory of the main actor that takes nothing.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` where something answers to the key and these
  ///   arguments.
  @discardableResult
  public func add<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try adding(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, factory: factory)
    }
  }
}

// MARK: - A resolver and any number of arguments

extension Overrides {
  /// Registers what is not registered yet, with a factory that takes a resolver and any arguments.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` where something answers to the key and these
  ///   arguments.
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

  /// Registers what is not registered yet, with an asynchronous factory that takes a resolver and any arguments.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` where something answers to the key and these
  ///   arguments.
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

  /// Registers what is not registered yet, with a factory of the main actor that takes a resolver and any arguments.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` where something answers to the key and these
  ///   arguments.
  @discardableResult
  public func add<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try adding(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, arguments: repeat each arguments, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Registers what is not registered yet, with an asynchronous factory of the main actor that takes a resolver and any
  /// arguments.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` where something answers to the key and these
  ///   arguments.
  @discardableResult
  public func add<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try adding(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, arguments: repeat each arguments, fileID: fileID, line: line, factory: factory)
    }
  }
}

// MARK: - Instances

extension Overrides {
  /// Registers an instance that is not registered yet, by default under its own type.
  ///
  /// ```swift
  /// try overrides.add(instance: FixedClock(), as: Clock.self)
  /// ```
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` where something answers to the key.
  @discardableResult
  public func add<Product>(
    instance: Product, as type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> OwnedInstance<Product> {
    let owned = try Container().register(
      instance: instance, as: type, name: name, key: key, fileID: fileID, line: line)
    return owned.moved(
      to: try adding(at: CallSite(fileID, filePath, line, column)) { _ in owned.registration })
  }
}

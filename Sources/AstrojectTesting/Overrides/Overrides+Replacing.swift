import Astroject

// The forms of `replace`: thin, as all of them come down to `replacing`.

// MARK: - Nothing

extension Overrides {
  /// Replaces what is registered under a key with a factory that takes nothing.
  ///
  /// ```swift
  /// try overrides.replace(Client.self) { MockClient() }
  /// try overrides.replace(Client.self, name: "backup") { MockClient() }.asTransient()
  /// ```
  /// It keeps the name, the scope and whether it is eager, and answers for the other types that the original
  /// implements: a product that is not of such a type is `AstrojectError.typeMismatch` when that type is resolved.
  /// Hooks go with the original. Where an object was given as the scope (`.as(instance)`), which would hand out what
  /// the original has built, it is a singleton. A registration that is protected by `isOverridable: false` is replaced
  /// as well. Arguments that the original takes by its initializer are taken, and not looked at.
  ///
  /// In a child it replaces what the child sees: its own registration, or that of the nearest parent.
  ///
  /// - Parameters:
  ///   - type: What the original is resolved by. Where that is a type that another registration implements, only this
  ///     type is answered for.
  ///   - name: The name of the original.
  ///   - key: Takes the place of the name.
  ///   - fileID: Where it is overridden, for failures.
  ///   - filePath: Where it is overridden, for failures.
  ///   - line: Where it is overridden, for failures.
  ///   - column: Where it is overridden, for failures.
  ///   - factory: Makes the product.
  /// - Returns: The registration, to say more about it.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, where nothing is registered under the key.
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

  /// Replaces what is registered under a key with an asynchronous factory that takes nothing.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
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

  /// Replaces what is registered under a key with a factory of the main actor that takes nothing.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func replace<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () throws -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Replaces what is registered under a key with an asynchronous factory of the main actor that takes nothing.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func replace<Product>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable () async throws -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, fileID: fileID, line: line, factory: factory)
    }
  }
}

// MARK: - A resolver and any number of arguments

extension Overrides {
  /// Replaces what is registered under a key with a factory that takes a resolver and any arguments.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
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

  /// Replaces what is registered under a key with an asynchronous factory that takes a resolver and any arguments.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
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

  /// Replaces what is registered under a key with a factory of the main actor that takes a resolver and any arguments.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func replace<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, arguments: repeat each arguments, fileID: fileID, line: line, factory: factory)
    }
  }

  /// Replaces what is registered under a key with an asynchronous factory of the main actor that takes a resolver and
  /// any arguments.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key and these arguments.
  @discardableResult
  public func replace<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try replacing(at: CallSite(fileID, filePath, line, column)) {
      try $0.register(
        type, name: name, key: key, arguments: repeat each arguments, fileID: fileID, line: line, factory: factory)
    }
  }
}

// MARK: - Instances

extension Overrides {
  /// Replaces what is registered under a key with an instance, by default under its own type.
  ///
  /// ```swift
  /// try overrides.replace(instance: mock, as: Client.self)
  /// ```
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, where nothing is registered under the key.
  @discardableResult
  public func replace<Product>(
    instance: Product, as type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> OwnedInstance<Product> {
    let owned = try Container().register(
      instance: instance, as: type, name: name, key: key, fileID: fileID, line: line)
    return owned.moved(
      to: try replacing(at: CallSite(fileID, filePath, line, column)) { _ in owned.registration })
  }
}

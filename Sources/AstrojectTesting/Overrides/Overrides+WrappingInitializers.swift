import Astroject
import Nexus

// The forms of `wrap` that take an initializer. They need nothing of Nexus to be called, but for `with:`.

// MARK: - By the types of the parameters

extension Overrides {
  /// Puts an initializer around what is registered under a key: the parameter of that type gets the real one.
  ///
  /// ```swift
  /// try overrides.wrap(Store.self, initializer: SpyStore.init(real:log:))
  /// ```
  /// The parameter may also be an optional, a `Lazy` or a `Provider` of the type; the others are filled by their types.
  /// Arguments of a resolve go to the real one.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key,
  ///   ``OverrideError/noParameter(for:at:)`` where the initializer does not take the real one.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func wrap<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .synchronous(initializer, repeat Parameter<each D>.auto.surrounding(key))
    }
  }

  /// Puts around what is registered under a key an asynchronous initializer, whose parameters are filled by their
  /// types.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key,
  ///   ``OverrideError/noParameter(for:at:)`` where the initializer does not take the real one.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func wrap<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .asynchronous(initializer, repeat Parameter<each D>.auto.surrounding(key))
    }
  }

  /// Puts around what is registered under a key an initializer of the main actor, whose parameters are filled by their
  /// types.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key,
  ///   ``OverrideError/noParameter(for:at:)`` where the initializer does not take the real one.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func wrap<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .mainActor(initializer, repeat Parameter<each D>.auto.surrounding(key))
    }
  }

  /// Puts around what is registered under a key an asynchronous initializer of the main actor, whose parameters are
  /// filled by their types.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key,
  ///   ``OverrideError/noParameter(for:at:)`` where the initializer does not take the real one.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func wrap<Product, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .mainActorAsynchronous(initializer, repeat Parameter<each D>.auto.surrounding(key))
    }
  }
}

// MARK: - By rules

extension Overrides {
  /// Puts around what is registered under a key an initializer, with a rule for each of its parameters.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key,
  ///   ``OverrideError/noParameter(for:at:)`` where the initializer does not take the real one.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func wrap<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .synchronous(
        initializer,
        first.surrounding(key), repeat (each rest).surrounding(key))
    }
  }

  /// Puts around what is registered under a key an asynchronous initializer, with a rule for each of its parameters.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key,
  ///   ``OverrideError/noParameter(for:at:)`` where the initializer does not take the real one.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func wrap<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable @concurrent (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .asynchronous(initializer, first.surrounding(key), repeat (each rest).surrounding(key))
    }
  }

  /// Puts around what is registered under a key an initializer of the main actor, with a rule for each of its
  /// parameters.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key,
  ///   ``OverrideError/noParameter(for:at:)`` where the initializer does not take the real one.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func wrap<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .mainActor(initializer, first.surrounding(key), repeat (each rest).surrounding(key))
    }
  }

  /// Puts around what is registered under a key an asynchronous initializer of the main actor, with a rule for each of
  /// its parameters.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` where nothing is registered under the key,
  ///   ``OverrideError/noParameter(for:at:)`` where the initializer does not take the real one.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func wrap<Product, D0, each D, E: Error>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .mainActorAsynchronous(initializer, first.surrounding(key), repeat (each rest).surrounding(key))
    }
  }
}

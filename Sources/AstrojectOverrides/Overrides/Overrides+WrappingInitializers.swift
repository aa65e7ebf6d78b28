import Astroject
import Nexus

// The forms of `wrap` that take an initializer. A caller needs Nexus for the rules of `with:` only. A form that lists
// no location parameters has those of the first form in `Overrides+Wrapping.swift`. The unlabelled variadic parameter
// `mainActor` is never given: it tells the main-actor forms apart from the others.

// MARK: - By the types of the parameters

extension Overrides {
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
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .synchronous(initializer, repeat Parameter<each D>.auto.decorating(key))
    }
  }

  /// Decorates a registration by an asynchronous initializer: one parameter takes the original product, the others are
  /// filled by type.
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
    initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .asynchronous(initializer, repeat Parameter<each D>.auto.decorating(key))
    }
  }

  /// Decorates a registration by a main-actor initializer: one parameter takes the original product, the others are
  /// filled by type.
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
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .mainActor(initializer, repeat Parameter<each D>.auto.decorating(key))
    }
  }

  /// Decorates a registration by an asynchronous main-actor initializer: one parameter takes the original product, the
  /// others are filled by type.
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
    _ mainActor: Void...,
    initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product
  ) throws -> Decoration<Product> {
    try wrapping(Label(name: name, key: key), at: CallSite(fileID, filePath, line, column)) { key in
      .mainActorAsynchronous(initializer, repeat Parameter<each D>.auto.decorating(key))
    }
  }
}

// MARK: - By rules

extension Overrides {
  /// Decorates a registration by an initializer with a rule for each of its parameters; one takes the original product.
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
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key;
  ///   ``OverrideError/noParameter(for:at:)`` if the initializer does not take the original product.
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
        first.decorating(key), repeat (each rest).decorating(key))
    }
  }

  /// Decorates a registration by an asynchronous initializer with a rule for each of its parameters; one takes the
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
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key;
  ///   ``OverrideError/noParameter(for:at:)`` if the initializer does not take the original product.
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
      .asynchronous(initializer, first.decorating(key), repeat (each rest).decorating(key))
    }
  }

  /// Decorates a registration by a main-actor initializer with a rule for each of its parameters; one takes the
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
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - initializer: Makes the product from the original one.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key;
  ///   ``OverrideError/noParameter(for:at:)`` if the initializer does not take the original product.
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
      .mainActor(initializer, first.decorating(key), repeat (each rest).decorating(key))
    }
  }

  /// Decorates a registration by an asynchronous main-actor initializer with a rule for each of its parameters; one
  /// takes the original product.
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
  ///   - initializer: Makes the product from the original one.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters.
  /// - Returns: The decorator, for further configuration.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with near matches, if nothing is registered under the key;
  ///   ``OverrideError/noParameter(for:at:)`` if the initializer does not take the original product.
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
      .mainActorAsynchronous(initializer, first.decorating(key), repeat (each rest).decorating(key))
    }
  }
}

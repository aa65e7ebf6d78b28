import Astroject

// The forms of `decorate` that take an initializer.

extension Container {
  /// Decorates the registration of a key, by an initializer with a parameter of the decorated type.
  ///
  /// ```swift
  /// try container.decorate(Storage.self, initializer: CachedStorage.init)
  /// ```
  /// The parameter may also be an optional, a ``Lazy`` or a ``Provider`` of the decorated type. The other parameters
  /// are filled by type. See ``Astroject/Container/decorate(_:name:key:fileID:line:decorator:)`` for the registrations
  /// that a decorator decorates, the order of several decorators, and the time for which they apply.
  ///
  /// - Parameters:
  ///   - type: The type of the decorated product, as it is resolved.
  ///   - name: The name of the decorated product.
  ///   - key: The key of the decorated product, in place of a name.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  ///   - initializer: Makes the decorating product. It runs on the thread that resolves, and no lock is held meanwhile.
  /// - Returns: The decorator, for further calls.
  /// - Throws: `AstrojectError.invalidInstance` if no parameter takes the decorated product; `AstrojectError.sealed`
  ///   after `seal()`; `AstrojectError.containerReleased` in a child whose work has ended.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func decorate<Product, each D, E: Error>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) throws -> Decoration<Product> {
    try decorate(type, name: name, key: key, fileID: fileID, line: line, initializer: Injection(initializer))
  }

  /// Decorates the registration of a key by an injection: of an initializer that is asynchronous or on the main actor,
  /// or with a rule for each parameter.
  ///
  /// ```swift
  /// try container.decorate(Screen.self, initializer: Injection { @MainActor (screen: any Screen) in Framed(screen) })
  /// ```
  /// A parameter of the decorated type gets the decorated product if its rule is `.auto`, or names the decorated
  /// product. The parameters and the errors are those of the form with an initializer.
  @discardableResult
  public func decorate<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, initializer: Injection<Product>
  ) throws -> Decoration<Product> {
    let placement = Placement(name, key, fileID, line)
    let key = Key(Product.self, label: placement.label)
    guard let injection = initializer.decorating(key) else {
      throw AstrojectError.invalidInstance(
        AstrojectError.Failure(
          key: key, path: [], location: placement.location, cause: .unwrapping(Product.self)))
    }
    return try add(decorator: injection.recipe, placement, parameterPlan: injection.parameterPlan)
  }
}

extension Injection {
  /// Returns the injection in a decorator of a key, in which a parameter of the decorated type, or of a form of it,
  /// gets the decorated product; nil if there is no such parameter.
  package func decorating(_ key: Key) -> Injection? {
    let inputs = inputs.map { $0.decorating(key) }
    return inputs.contains { $0.source.dependency(at: .decorator).kind == .decorated } ? replacing(inputs) : nil
  }
}

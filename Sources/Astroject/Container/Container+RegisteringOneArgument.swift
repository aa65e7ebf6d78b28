// The forms of `register` for one argument, labelled `argument:`. All of them call `add`.

extension Container {
  /// Registers a type with a factory that takes a resolver and one argument.
  ///
  /// The type of `argument` is a part of the key; a tuple without labels counts as several arguments. The argument is
  /// not passed on to dependencies.
  /// The other parameters and the errors are those of the form with a factory that takes nothing.
  @discardableResult
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(.sync(factory), Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  /// Registers a type with an asynchronous factory that takes a resolver and one argument.
  ///
  /// A resolve that builds the product has to be awaited. A synchronous one throws
  /// ``AstrojectError/asynchronousFactory(_:)``.
  ///
  /// The type of `argument` is a part of the key; a tuple without labels counts as several arguments. The argument is
  /// not passed on to dependencies.
  /// The other parameters and the errors are those of the form with a factory that takes nothing.
  @discardableResult
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(.async(factory), Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  /// Registers a type with a main-actor factory that takes a resolver and one argument.
  ///
  /// Off the main actor, a synchronous resolve that would build the product throws
  /// ``AstrojectError/isolationMismatch(_:)``.
  ///
  /// The type of `argument` is a part of the key; a tuple without labels counts as several arguments. The argument is
  /// not passed on to dependencies.
  /// The other parameters and the errors are those of the form with a factory that takes nothing.
  @discardableResult
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(.mainActor(factory), Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }
}

// The forms of `register` for one argument, which is labelled `argument:`; they are as thin as the others.

extension Container {
  /// Registers a type with a factory that takes one argument.
  @discardableResult
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .sync(factory),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line),
      comparison: { ArgumentValue.of($0) })
  }

  /// Registers a type with a factory that takes one argument, and has to be awaited.
  @discardableResult
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    factory: @escaping @Sendable (Resolver, Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .async(factory),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line),
      comparison: { ArgumentValue.of($0) })
  }

  /// Registers a type with a factory that takes one argument, on the main actor.
  @discardableResult
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, Argument) throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActor(factory),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line),
      comparison: { ArgumentValue.of($0) })
  }

  /// Registers a type with a factory that takes one argument, on the main actor, and has to be awaited.
  @discardableResult
  public func register<Product, Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, argument: Argument.Type,
    isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ mainActor: Void...,
    factory: @escaping @MainActor @Sendable (Resolver, Argument) async throws -> Product
  ) throws -> Registration<Product> {
    try add(
      .mainActorAsync(factory),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line),
      comparison: { ArgumentValue.of($0) })
  }
}

/// Something that can be asked for products: a container, a resolver, or a container of your own.
///
/// Only ``resolve(_:name:)-(_,_)`` and ``isRegistered(_:name:)`` have to be written; every other form has a default.
/// Adopt it to let a ``Container`` ask another dependency container for what it does not know: `Container(fallback:)`.
///
/// In a synchronous context the synchronous `resolve` is called, in an asynchronous one behind `await` the asynchronous
/// one. In a `main.swift`, Swift picks the synchronous one even behind `await`: use a type with `@main` there.
public protocol Resolving {
  /// Gives a product, or throws.
  func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product

  /// Whether there is something to resolve.
  func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool

  /// Gives a product that may have to be awaited, or throws. By default it is resolved synchronously.
  func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product

  /// Gives a product for any key and argument. By default only names are known.
  func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product

  /// Gives a product for any key and argument. By default only names are known.
  func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product

  /// Gives a product, or nil if it is not registered. By default `isRegistered` is asked first.
  func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) throws -> Product?

  /// Gives a product, or nil if it is not registered. By default `isRegistered` is asked first.
  func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) async throws -> Product?

  /// Whether there is something to resolve for a key. By default only names are known.
  func isRegistered<Product>(_ key: Key, as type: Product.Type) -> Bool

  /// Gives all products of a type. By default the one without a name, if there is one.
  func resolveAll<Product>(_ type: Product.Type) throws -> [Product]

  /// Gives all products of a type. By default the one without a name, if there is one.
  func resolveAll<Product>(_ type: Product.Type) async throws -> [Product]

  /// Gives the products of a type by their keys of one type. By default there are none.
  func resolveAll<Product, Tag: Hashable>(_ type: Product.Type, by key: Tag.Type) throws -> [Tag: Product]

  /// Gives the products of a type by their keys of one type. By default there are none.
  func resolveAll<Product, Tag: Hashable>(_ type: Product.Type, by key: Tag.Type) async throws -> [Tag: Product]
}

// MARK: - Defaults

extension Resolving {
  /// Resolves synchronously.
  public func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    try synchronously { try resolve(type, name: name) }
  }

  /// Resolves by name; anything else is not registered.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product {
    guard request.key.isNamed else { throw request.unknown }
    return try resolve(Product.self, name: request.key.name)
  }

  /// Resolves by name; anything else is not registered.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product {
    guard request.key.isNamed else { throw request.unknown }
    return try await resolve(Product.self, name: request.key.name)
  }

  /// Resolves if `isRegistered` says yes.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) throws -> Product? {
    guard isRegistered(request.key, as: Product.self) else { return nil }
    return try resolve(request)
  }

  /// Resolves if `isRegistered` says yes.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) async throws -> Product? {
    guard isRegistered(request.key, as: Product.self) else { return nil }
    return try await resolve(request)
  }

  /// Knows names; anything else is not registered.
  public func isRegistered<Product>(_ key: Key, as type: Product.Type) -> Bool {
    key.isNamed && isRegistered(type, name: key.name)
  }

  /// Resolves the product without a name, if there is one.
  public func resolveAll<Product>(_ type: Product.Type) throws -> [Product] {
    isRegistered(type, name: nil) ? [try resolve(type, name: nil)] : []
  }

  /// Resolves the product without a name, if there is one.
  public func resolveAll<Product>(_ type: Product.Type) async throws -> [Product] {
    isRegistered(type, name: nil) ? [try await resolve(type, name: nil)] : []
  }

  /// Resolves none, as the keys are not known.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) throws -> [Tag: Product] { [:] }

  /// Resolves none, as the keys are not known.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) async throws -> [Tag: Product] { [:] }

  /// Has the compiler take the synchronous overload inside an asynchronous function.
  private func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

extension Key {
  /// Whether a type and a name say it all.
  var isNamed: Bool { !takesArguments && (label == nil || name != nil) }
}

extension ResolutionRequest {
  fileprivate var unknown: AstrojectError {
    .noRegistrationFound(AstrojectError.Failure(key: key, path: [AstrojectError.Step(key: key, location: nil)]))
  }
}

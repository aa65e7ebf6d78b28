/// A source of products: a container, a resolver, or a container of your own.
///
/// Only `resolve(_:name:)` and `isRegistered(_:name:)` have to be written. Every other form has a default.
/// Conform to it to let a ``Container`` ask another dependency container for keys that it does not know:
/// `Container(fallback:)`.
/// A container calls its fallback on any thread, and on several at a time. So the conformance may not be isolated to an
/// actor.
///
/// A synchronous context calls the synchronous `resolve`. An asynchronous one calls the asynchronous `resolve` behind
/// `await`. In a `main.swift`, Swift chooses the synchronous one even after `await`: use a type with `@main` there.
public protocol Resolving: SendableMetatype {
  /// Returns a product.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  /// - Throws: An error if the product is not available. If this is the fallback of a container, that passes an
  ///   ``AstrojectError`` on, and throws ``AstrojectError/factoryFailed(_:)`` for any other error.
  func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product

  /// Returns true if there is something to resolve.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool

  /// Returns a product that may have to be awaited.
  ///
  /// By default it is resolved synchronously.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  /// - Throws: An error if the product is not available, as the synchronous form does.
  func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product

  /// Returns a product for any key and argument.
  ///
  /// By default only names are known.
  ///
  /// - Parameter request: The key and the arguments.
  /// - Throws: An error if the product is not available.
  func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product

  /// Returns a product for any key and argument, which may have to be awaited.
  ///
  /// By default only names are known.
  ///
  /// - Parameter request: The key and the arguments.
  /// - Throws: An error if the product is not available.
  func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product

  /// Returns a product; nil if it is not registered.
  ///
  /// By default `isRegistered` is asked first.
  ///
  /// - Parameter request: The key and the arguments.
  /// - Throws: An error if the product is registered and cannot be resolved.
  func resolveOptional<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product?

  /// Returns a product, which may have to be awaited; nil if it is not registered.
  ///
  /// By default `isRegistered` is asked first.
  ///
  /// - Parameter request: The key and the arguments.
  /// - Throws: An error if the product is registered and cannot be resolved.
  func resolveOptional<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product?

  /// Returns true if there is something to resolve for a key.
  ///
  /// By default only names are known.
  ///
  /// - Parameters:
  ///   - key: The key of the product.
  ///   - type: The type of the product.
  func isRegistered<Product>(_ key: Key, as type: Product.Type) -> Bool

  /// Returns all products of a type.
  ///
  /// By default it is the one without a name, if there is one.
  ///
  /// - Parameter type: The type of the products.
  /// - Throws: An error if one of the products is not available.
  func resolveAll<Product>(_ type: Product.Type) throws -> [Product]

  /// Returns all products of a type, which may have to be awaited.
  ///
  /// By default it is the one without a name, if there is one.
  ///
  /// - Parameter type: The type of the products.
  /// - Throws: An error if one of the products is not available.
  func resolveAll<Product>(_ type: Product.Type) async throws -> [Product]

  /// Returns the products of a type by their keys of one type.
  ///
  /// By default there are none.
  ///
  /// - Parameters:
  ///   - type: The type of the products.
  ///   - key: The type of the keys; `String` for names.
  /// - Throws: An error if one of the products is not available.
  func resolveAll<Product, Tag: Hashable>(_ type: Product.Type, by key: Tag.Type) throws -> [Tag: Product]

  /// Returns the products of a type by their keys of one type, which may have to be awaited.
  ///
  /// By default there are none.
  ///
  /// - Parameters:
  ///   - type: The type of the products.
  ///   - key: The type of the keys; `String` for names.
  /// - Throws: An error if one of the products is not available.
  func resolveAll<Product, Tag: Hashable>(_ type: Product.Type, by key: Tag.Type) async throws -> [Tag: Product]
}

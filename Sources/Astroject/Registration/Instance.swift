/// A custom scope, which decides which products it caches, and for which callers.
///
/// ```swift
/// final class PerTree: Instance {
///   private var products: [Context: Any] = [:]
///   func get(for context: Context) -> Any? { products[context] }
///   func set(_ product: Any, for context: Context) { products[context] = product }
///   func release(for context: Context?) {
///     if let context { products[context] = nil } else { products = [:] }
///   }
/// }
/// try container.register(Session.self) { Session() }.as { PerTree() }
/// ```
///
/// An instance need not be Sendable. Calls into one object follow one another, though many containers may share it, and
/// they come from any thread. So a conformance on a global actor does not compile. A `release` does not wait for a call
/// that is under way: the thread that makes that call runs the release afterwards.
///
/// An instance must not resolve, and neither may the `deinit` of an object that it drops. A resolve inside one of its
/// functions throws ``AstrojectError/invalidInstance(_:)``, and so does the resolve that called `get` or `set`. (A
/// singleton that was resolved often may still be resolved because it is read without a look at the thread.)
public protocol Instance<Product>: SendableMetatype {
  /// The type of the cached products: the registered type, or `Any`.
  associatedtype Product

  /// Returns the product that is cached for a context; nil if there is none.
  ///
  /// - Parameter context: The resolution that asks.
  func get(for context: Context) -> Product?

  /// Caches a product that was just built, or declines to cache it.
  ///
  /// Afterwards `get` is called for the same context, and gives this product or nil. If it gives nil, the product goes
  /// to the caller that built it, and the next caller builds another one.
  ///
  /// - Parameters:
  ///   - product: The product that was built.
  ///   - context: The resolution that built it.
  func set(_ product: Product, for context: Context)

  /// Releases the products that are cached for a context, or all products for nil.
  ///
  /// - Parameter context: The resolution tree that has ended, if the scope was asked in it. It is nil on `release`,
  ///   `releaseAll`, `clear` and `shutdown`, and if the registration is replaced, even if the scope was not asked
  ///   before.
  ///
  /// An object that several registrations share is called once for each of them: at the end of a tree, for each
  /// registration for which it was asked there.
  func release(for context: Context?)
}

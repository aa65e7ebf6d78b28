/// A scope of your own: it decides what is kept, and for whom.
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
/// It need not be Sendable: calls into one object never overlap, though many containers share it, and come from any
/// thread. It must not resolve; a resolve out of one of its functions throws ``AstrojectError/invalidInstance(_:)``.
public protocol Instance<Product> {
  /// What is kept: the type that is registered, or `Any`.
  associatedtype Product

  /// The product that is kept for this context, if there is one.
  func get(for context: Context) -> Product?

  /// Keeps a product that was built just now. Asked again for the same context, `get` must return it.
  func set(_ product: Product, for context: Context)

  /// Lets go of what is kept for the context, at the end of a resolution tree in which the scope was asked; of
  /// everything with nil: on `release`, `releaseAll`, `clear`, and when the registration is replaced.
  ///
  /// An object that several registrations share hears of it once for each of them: at the end of a tree, for each for which
  /// it was asked there.
  func release(for context: Context?)
}

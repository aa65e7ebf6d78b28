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
/// It need not be Sendable. Calls into one object follow one another, though many containers share it; they come from
/// any thread. A `release` does not wait for a call that is under way: the thread that makes that call runs it
/// afterwards.
///
/// It must not resolve, nor may a `deinit` of what it drops: a resolve inside one of its functions throws
/// ``AstrojectError/invalidInstance(_:)``, and so does the one that called `get` or `set`. (A singleton that has been
/// taken often may be given all the same: it is read without looking at the thread.)
public protocol Instance<Product> {
  /// What is kept: the type that is registered, or `Any`.
  associatedtype Product

  /// The product that is kept for this context, if there is one.
  func get(for context: Context) -> Product?

  /// Keeps a product that was built just now, or declines to keep it.
  ///
  /// `get` is asked again for the same context, and gives this product or nothing. Where it gives nothing, the product
  /// goes to the caller that built it, and the next one builds anew.
  func set(_ product: Product, for context: Context)

  /// Lets go of what is kept for the context, at the end of a resolution tree in which the scope was asked; of
  /// everything with nil: on `release`, `releaseAll`, `clear`, `shutdown`, and when the registration is replaced, also
  /// if the scope was not asked before.
  ///
  /// An object that several registrations share hears of it once for each of them: at the end of a tree, for each for
  /// which it was asked there.
  func release(for context: Context?)
}

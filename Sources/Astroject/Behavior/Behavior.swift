/// Something that wants to hear what a container does: a log, a counter, a recorder.
///
/// ```swift
/// struct LoggingBehavior: Behavior {
///   func didResolve<Product>(
///     type: Product.Type, to container: Container, as registration: Registration<Product>, with name: String?
///   ) {
///     print("resolved \(type)")
///   }
/// }
/// container.add(LoggingBehavior())
/// ```
///
/// A behavior hears of its container and of that container's children. It is called outside every lock and may use the
/// container. Calls into one behavior never overlap and come in order: an event that arrives while the behavior is
/// busy, also out of itself, is delivered by whoever is delivering already, so it need not be Sendable, and nobody
/// waits for it. An object that was added to several containers is one behavior, and hears of each event once. What it
/// resolves counts as asked for by the build that it is delivered from, if that is under way.
public protocol Behavior {
  /// A registration was made and counts from now on. What it implements besides is not told.
  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: Registration<Product>, with name: String?)

  /// A product was resolved, whether it was built for that or was there; `container` is the one that was asked.
  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: Registration<Product>, with name: String?)

  /// A resolve failed, or an `onRelease` of a call that cannot throw.
  func didFail<Product>(type: Product.Type, to container: Container, with name: String?, error: AstrojectError)
}

extension Behavior {
  /// Does nothing.
  public func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: Registration<Product>, with name: String?
  ) {}

  /// Does nothing.
  public func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: Registration<Product>, with name: String?
  ) {}

  /// Does nothing.
  public func didFail<Product>(
    type: Product.Type, to container: Container, with name: String?, error: AstrojectError
  ) {}
}

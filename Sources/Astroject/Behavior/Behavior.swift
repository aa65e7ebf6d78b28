/// Listens to what a container does: a log, a counter, a recorder.
///
/// ```swift
/// struct LoggingBehavior: Behavior {
///   func didResolve<Product>(
///     type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
///   ) {
///     print("resolved \(type)")
///   }
/// }
/// container.add(LoggingBehavior())
/// ```
///
/// A behavior hears of its container and of that container's children. It is called outside every lock and may use the
/// container. Calls into one behavior never overlap and come in order, so that it need not be Sendable. An object that
/// was added to several containers is one behavior, and hears of each event once.
///
/// No caller waits for a behavior that is busy. An event that arrives meanwhile, also out of the behavior itself, is
/// queued. The caller that is delivering its own event goes on with up to 64 queued ones, and then leaves the rest to a
/// task. An event that happens inside a call into a custom scope is for the task, too. A queued event keeps its
/// container until it is delivered. What a behavior resolves counts as asked for by the build that the event is
/// delivered from, if that is under way.
public protocol Behavior {
  /// A registration was made and counts from now on. A forwarding, as `implements` makes one, is told as a registration
  /// of the type that it answers for.
  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?)

  /// A product was resolved, whether it was built for that or was there; `container` is the one that was asked.
  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?)

  /// A resolve failed, or an `onRelease` of a call that cannot throw.
  func didFail<Product>(type: Product.Type, to container: Container, with name: String?, error: AstrojectError)
}

extension Behavior {
  /// Does nothing.
  public func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) {}

  /// Does nothing.
  public func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) {}

  /// Does nothing.
  public func didFail<Product>(
    type: Product.Type, to container: Container, with name: String?, error: AstrojectError
  ) {}
}

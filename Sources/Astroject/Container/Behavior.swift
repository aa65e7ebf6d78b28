/// An observer of a container, such as a log, a counter or a recorder.
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
/// A behavior receives the events of its container and of that container's children. It is called outside every lock
/// and may use the container. Calls into one behavior never overlap and come in order, so a behavior need not be
/// Sendable. They come from any thread, so a conformance on a global actor does not compile. If one object is added to
/// several containers, it counts as one behavior and receives each event once.
///
/// No caller waits for a busy behavior. These rules decide which caller or task delivers an event:
/// - An event that arrives while the behavior is busy is queued, even if the behavior itself caused it.
/// - A caller that has delivered its own event delivers up to 64 queued ones, and leaves the rest to a task.
/// - An event that happens inside a call into a custom scope is left to the task.
///
/// A queued event retains its container until it is delivered. If a behavior resolves during an event, and the
/// build that caused the event is under way, that build counts as the one that asks.
public protocol Behavior: SendableMetatype {
  /// Receives a registration that was made and counts from now on.
  ///
  /// A forwarding, such as `implements` makes, arrives as a registration of the type that it answers for.
  ///
  /// - Parameters:
  ///   - type: The type that is registered.
  ///   - container: The container that has the registration.
  ///   - registration: The registration.
  ///   - name: Its name, if it has one.
  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?)

  /// Receives the end of a resolve that succeeded, with an instance that was built or found.
  ///
  /// - Parameters:
  ///   - type: The type that was resolved.
  ///   - container: The container that was asked.
  ///   - registration: The registration that answered.
  ///   - name: Its name, if it has one.
  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?)

  /// Receives the error of a failed resolve, or of an `onRelease` hook whose caller cannot throw.
  ///
  /// - Parameters:
  ///   - type: The type that was resolved or released.
  ///   - container: The container that was asked.
  ///   - name: The name that was asked for, if there was one.
  ///   - error: The error.
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

extension ResolutionTrace: Behavior {}

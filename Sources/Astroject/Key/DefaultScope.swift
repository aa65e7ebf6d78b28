/// The scope of the registrations of a container that have none of their own.
///
/// ```swift
/// let container = Container(defaultScope: .singleton)
/// try container.register(Clock.self) { SystemClock() }  // a singleton
/// try container.register(Draft.self) { Draft() }.asTransient()
/// ```
/// It applies to each form of registering, and to what overrides add. Children and copies inherit it. Instances that
/// were made elsewhere and values that children are given have a scope anyway.
public enum DefaultScope: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// One instance within one resolution tree. This is the default.
  case graph
  /// A new instance for each request.
  case transient
  /// One instance until the container goes.
  case singleton
  /// One instance until it is released.
  case disposableSingleton
  /// One instance for as long as something else holds it.
  case weak
  /// One instance for each container that asks.
  case scoped

  /// The name of the case.
  public var description: String { rawValue }

  var lifetime: Lifetime {
    switch self {
    case .graph: .graph
    case .transient: .transient
    case .singleton: .singleton
    case .disposableSingleton: .disposable
    case .weak: .weak
    case .scoped: .scoped
    }
  }
}

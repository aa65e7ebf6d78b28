/// The scope of a registration: how long an instance is cached, and for which callers.
@usableFromInline
package enum Lifetime: UInt, Sendable {
  /// One instance within a resolution tree.
  case graph
  /// No instance is cached.
  case transient
  /// One instance until the container ends.
  case singleton
  /// One instance until it is released.
  case disposable
  /// One instance for as long as something else holds it.
  case weak
  /// One instance for each container that asks, or for the nearest one with a name.
  case scoped
  /// Decided by a custom instance that all containers share.
  case shared
  /// Decided by a custom instance, one for each container.
  case perContainer
  /// The instance of another registration.
  case forwarded

  /// True if an instance outlives the resolution that built it.
  package var keeps: Bool { self != .graph && self != .transient && self != .forwarded }

  /// True if requests that come while the instance is built share it, so that a property may be set to it later.
  package var isSharedWhileBuilt: Bool {
    switch self {
    case .graph, .singleton, .disposable, .weak, .scoped: true
    case .transient, .shared, .perContainer, .forwarded: false
    }
  }

  /// True if `release` releases the instance.
  var isDisposable: Bool {
    switch self {
    case .disposable, .weak, .scoped, .shared, .perContainer: true
    case .graph, .transient, .singleton, .forwarded: false
    }
  }

  /// True if the container that has the registration caches its instance, and gives it its dependencies.
  package var isKeptByOwner: Bool { keeps && self != .scoped && self != .perContainer }
}

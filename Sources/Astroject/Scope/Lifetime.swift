/// For how long, and for whom, a registration keeps what it built.
@usableFromInline
package enum Lifetime: UInt, Sendable {
  /// One within a resolution tree.
  case graph
  /// None is kept.
  case transient
  /// One until the container goes.
  case singleton
  /// One until it is released.
  case disposable
  /// One for as long as somebody else holds it.
  case weak
  /// One for each container that asks, or for the nearest one of a name.
  case scoped
  /// As a custom instance decides that all containers share.
  case shared
  /// As a custom instance decides that each container has of its own.
  case perContainer
  /// It is another registration's.
  case forwarded

  /// Whether an instance outlives the resolution that built it.
  package var keeps: Bool { self != .graph && self != .transient && self != .forwarded }

  /// Whether `release` lets go of it.
  var isDisposable: Bool {
    switch self {
    case .disposable, .weak, .scoped, .shared, .perContainer: true
    case .graph, .transient, .singleton, .forwarded: false
    }
  }

  /// Whether the instance belongs to the container that asks, rather than to the one that has the registration.
  var belongsToAsker: Bool { self == .scoped || self == .perContainer }

  /// True if the container that has the registration keeps its instance, and gives it its dependencies.
  var isKeptByOwner: Bool { keeps && !belongsToAsker }
}

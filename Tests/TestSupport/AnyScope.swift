import Astroject

/// All scopes.
package enum AnyScope: CaseIterable, Codable, Sendable {
  case transient, graph, singleton, disposable, weak, scoped, shared, perContainer

  /// The scopes that give the same instance to all containers.
  package static let common: [AnyScope] = [.singleton, .disposable, .weak, .shared]
  /// The scopes that give each container its own instance.
  package static let separate: [AnyScope] = [.scoped, .perContainer]
  /// The scopes that cache an instance until it is released.
  package static let keeping: [AnyScope] = common + separate
  /// The scopes whose cached instance the container stores itself.
  package static let stored: [AnyScope] = [.singleton, .disposable, .weak, .scoped]
  /// The scopes whose cached instance `release` lets go of.
  package static let disposing: [AnyScope] = keeping.filter { $0 != .singleton }

  @discardableResult
  package func apply<Product>(to registration: Registration<Product>) -> Registration<Product> {
    switch self {
    case .transient: registration.asTransient()
    case .graph: registration.asGraph()
    case .singleton: registration.asSingleton()
    case .disposable: registration.asDisposableSingleton()
    case .weak: registration.asWeak()
    case .scoped: registration.asScoped()
    case .shared: registration.as(Keeping())
    case .perContainer: registration.as { Keeping() }
    }
  }
}

/// A custom scope that caches one product until it is released.
package final class Keeping: Instance {
  private var product: Any?

  package init() {}

  package func get(for context: Context) -> Any? { product }
  package func set(_ product: Any, for context: Context) { self.product = product }
  package func release(for context: Context?) { if context == nil { product = nil } }
}

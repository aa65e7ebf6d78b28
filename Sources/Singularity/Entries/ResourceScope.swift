import Nexus

/// A scope that a file can name.
enum ResourceScope {
  case graph, transient, singleton, disposableSingleton, weak, scoped
  case scopedTo(String)

  static let names: [(name: String, scope: ResourceScope)] = [
    ("graph", .graph), ("transient", .transient), ("singleton", .singleton),
    ("disposableSingleton", .disposableSingleton), ("weak", .weak), ("scoped", .scoped),
  ]

  func apply<Product>(to registration: Registration<Product>) {
    switch self {
    case .graph: registration.asGraph()
    case .transient: registration.asTransient()
    case .singleton: registration.asSingleton()
    case .disposableSingleton: registration.asDisposableSingleton()
    case .weak: registration.asWeak()
    case .scoped: registration.asScoped()
    case .scopedTo(let name): registration.asScoped(to: name)
    }
  }
}

extension DuplicatePolicy {
  static let names: [(name: String, policy: DuplicatePolicy)] = [
    ("replace", .replace), ("keep", .keep), ("fail", .fail),
  ]
}

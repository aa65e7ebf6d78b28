import Nexus

@MainActor
final class Model {
  nonisolated init() {}
}

#if RIGHT
  extension Model: AutoInjectable, Behavior {
    nonisolated static let injection = Injection<Model>(Model.init)
  }
  struct Bridge: Resolving {
    func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product { fatalError() }
    func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool { false }
  }
#else
  extension Model: @MainActor AutoInjectable {
    // error: cannot form main actor-isolated conformance of 'Model' to SendableMetatype-inheriting protocol
    // error: type 'Model' does not conform to protocol 'AutoInjectable'
    nonisolated static let injection = Injection<Model>(Model.init)
  }
  extension Model: @MainActor Behavior {}
  // error: cannot form main actor-isolated conformance of 'Model' to SendableMetatype-inheriting protocol 'Behavior'
  // error: type 'Model' does not conform to protocol 'Behavior'
  final class Cache: @MainActor Instance {
    // error: cannot form main actor-isolated conformance of 'Cache' to SendableMetatype-inheriting protocol 'Instance'
    func get(for context: Context) -> Model? { nil }
    func set(_ product: Model, for context: Context) {}
    func release(for context: Context?) {}
  }
  @MainActor
  struct Bridge: @MainActor Resolving {
    // error: cannot form main actor-isolated conformance of 'Bridge' to SendableMetatype-inheriting protocol 'Resolving'
    // error: type 'Bridge' does not conform to protocol 'Resolving'
    func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product { fatalError() }
    func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool { false }
  }
#endif

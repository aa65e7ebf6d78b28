import Nexus

@MainActor
final class Model {
  nonisolated init() {}
}

#if RIGHT
  extension Model: AutoInjectable {
    nonisolated static let injection = Injection<Model>(Model.init)
  }
#else
  extension Model: @MainActor AutoInjectable {
    // error: cannot form main actor-isolated conformance of 'Model' to SendableMetatype-inheriting protocol
    // error: type 'Model' does not conform to protocol 'AutoInjectable'
    nonisolated static let injection = Injection<Model>(Model.init)
  }
#endif

import Logging
import Nexus

/// Declares the values that each request gives its child container.
struct RequestModule: Module {
  func register(in container: Container) throws {
    try container.register(given: RequestInfo.self, toChildrenNamed: RequestInfo.scope)
    try container.register(given: Logger.self, toChildrenNamed: RequestInfo.scope)
  }
}

import Logging
import Nexus

/// What each request has from the beginning.
struct RequestModule: Module {
  func register(in container: Container) throws {
    try container.register(given: RequestInfo.self, toChildrenNamed: RequestInfo.scope)
    try container.register(given: Logger.self, toChildrenNamed: RequestInfo.scope)
  }
}

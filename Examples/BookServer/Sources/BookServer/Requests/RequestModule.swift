import Logging
import Nexus

/// Declares the values that each request gives its child container, and the loggers made of one of them.
struct RequestModule: Module {
  func register(in container: Container) throws {
    try container.register(given: RequestInfo.self, toChildrenNamed: RequestInfo.scope)
    try container.register(given: RequestLogger.self, toChildrenNamed: RequestInfo.scope)
    try container.register(Logger.self) { resolver in
      try resolver.resolve(RequestLogger.self).logger(of: resolver.requestingType)
    }
    .depends(on: RequestLogger.self).asTransient()
  }
}

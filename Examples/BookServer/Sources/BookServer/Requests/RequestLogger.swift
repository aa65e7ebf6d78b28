import Logging

/// The logger of a request, which knows the request's id. Each type that logs gets a copy of it.
struct RequestLogger: Sendable {
  let logger: Logger

  /// Returns the logger of a type.
  func logger(of type: Any.Type?) -> Logger {
    var logger = logger
    if let type { logger[metadataKey: "type"] = "\(type)" }
    return logger
  }
}

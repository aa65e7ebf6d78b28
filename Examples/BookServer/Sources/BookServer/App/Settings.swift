import Logging
import Singularity

/// Where the server is, and how often it reminds: values of `services.json`.
struct Settings: Sendable, Equatable {
  var host: String
  var port: Int
  var reminderInterval: Duration
}

// MARK: - How much is logged

extension Logger.Level: @retroactive ResourceValue {}

extension Logger {
  /// The logger of the server.
  init(level: Level) {
    self.init(label: "BookServer")
    logLevel = level
  }
}

import Logging
import Singularity

/// The address of the server and the time between two rounds of reminders, from `services.json`.
struct Settings: Sendable, Equatable {
  var host: String
  var port: Int
  var reminderInterval: Duration
}

// MARK: - Logging

extension Logger.Level: @retroactive ResourceValue {}

extension Logger {
  init(level: Level) {
    self.init(label: "BookServer")
    logLevel = level
  }
}

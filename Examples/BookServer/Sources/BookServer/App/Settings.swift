import Logging
import Singularity

/// The address of the server, the time between two rounds of reminders, and the page of the graph, from
/// `services.json`.
struct Settings: Sendable, Equatable {
  var host: String
  var port: Int
  var reminderInterval: Duration
  /// True if the server shows its dependency graph at `/debug/graph`.
  var servesGraph: Bool
}

// MARK: - Logging

extension Logger.Level: @retroactive ResourceValue {}

extension Logger {
  init(level: Level) {
    self.init(label: "BookServer")
    logLevel = level
  }
}

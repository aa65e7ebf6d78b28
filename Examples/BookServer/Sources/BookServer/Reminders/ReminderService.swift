import Logging
import ServiceLifecycle

/// Runs rounds of reminders until the server stops.
struct ReminderService: Service {
  let interval: Duration
  let clock: any WallClock
  let logger: Logger
  let makeRound: @Sendable () async throws -> Void

  func run() async throws {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      do {
        try await makeRound()
      } catch {
        logger.error("A round of reminders failed", metadata: ["error": "\(error)"])
      }
      // A shutdown cancels the wait, but never a round.
      try? await cancelWhenGracefulShutdown { try await clock.wait(for: interval) }
    }
  }
}

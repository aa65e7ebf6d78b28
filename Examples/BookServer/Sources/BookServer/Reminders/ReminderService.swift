import Logging
import ServiceLifecycle

/// Makes a round of reminders again and again, until the server is told to stop.
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
      // A round is never cut short, only the wait.
      try? await cancelWhenGracefulShutdown { try await clock.wait(for: interval) }
    }
  }
}

import Logging

/// Reminds everybody, once, of what is overdue.
struct ReminderRound: Sendable {
  let transaction: Transaction
  let mailer: any Mailer
  let clock: any WallClock
  let logger: Logger

  func run() async throws {
    let now = clock.now
    let reminders = try await transaction.perform { db in try Reminder.due(at: now, db) }
    // Nobody has to wait for the database while mail is sent, and what was sent is not sent again if the next one fails.
    try await transaction.commit()
    for reminder in reminders {
      try await mailer.send(reminder.letter)
      try await transaction.perform { db in try reminder.note(at: now, db) }
      try await transaction.commit()
    }
    if !reminders.isEmpty { logger.info("Reminders were sent", metadata: ["count": "\(reminders.count)"]) }
  }
}

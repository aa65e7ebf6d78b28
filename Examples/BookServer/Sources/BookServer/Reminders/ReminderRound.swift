import Logging

/// Sends one reminder for each overdue loan.
struct ReminderRound: Sendable {
  let transaction: Transaction
  let mailer: any Mailer
  let clock: any WallClock
  let logger: Logger

  func run() async throws {
    let now = clock.now
    let reminders = try await transaction.perform { db in try Reminder.due(at: now, db) }
    // Commits before and after each letter: no request waits for the database meanwhile, and a letter that was sent is
    // not sent again if the next one fails.
    try await transaction.commit()
    for reminder in reminders {
      try await mailer.send(reminder.letter)
      try await transaction.perform { db in try reminder.note(at: now, db) }
      try await transaction.commit()
    }
    if !reminders.isEmpty { logger.info("Reminders were sent", metadata: ["count": "\(reminders.count)"]) }
  }
}

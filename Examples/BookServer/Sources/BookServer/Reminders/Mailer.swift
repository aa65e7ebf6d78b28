import Logging

struct Letter: Sendable, Equatable {
  let address: String
  let text: String
}

/// What sends mail; tests have their own.
protocol Mailer: Sendable {
  func send(_ letter: Letter) async throws
}

/// Writes mail to the log, for want of a mail server.
struct LoggingMailer: Mailer {
  let logger: Logger

  func send(_ letter: Letter) async throws {
    logger.notice("Mail", metadata: ["to": "\(letter.address)", "text": "\(letter.text)"])
  }
}

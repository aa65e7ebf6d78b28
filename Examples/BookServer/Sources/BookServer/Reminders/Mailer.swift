import Foundation
import Logging
import Nexus

struct Letter: Codable, Sendable, Equatable {
  let address: String
  let text: String
}

/// Sends mail. `services.json` selects the implementation; tests use their own.
protocol Mailer: Sendable {
  func send(_ letter: Letter) async throws
}

// MARK: - Outbox

/// Writes each letter to a file in a folder, from which another program sends it.
struct OutboxMailer: Mailer {
  let folder: String

  func send(_ letter: Letter) async throws {
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(letter).write(to: folder.appending(path: "\(UUID().uuidString).json"), options: .atomic)
  }
}

extension OutboxMailer: AutoInjectable {
  static let injection = Injection<any Mailer>(OutboxMailer.init(folder:))
  static func configure(_ registration: Registration<any Mailer>) { registration.asTransient() }
}

// MARK: - Log

/// Writes mail to the log instead of sending it.
struct LoggingMailer: Mailer {
  let logger: Logger

  func send(_ letter: Letter) async throws {
    logger.notice("Mail", metadata: ["to": "\(letter.address)", "text": "\(letter.text)"])
  }
}

extension LoggingMailer: AutoInjectable {
  static let injection = Injection<any Mailer>(LoggingMailer.init(logger:))
  static func configure(_ registration: Registration<any Mailer>) { registration.asTransient() }
}

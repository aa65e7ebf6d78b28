import Foundation
import GRDB

/// A loan that is overdue, with what a letter about it says.
struct Reminder: Codable, FetchableRecord {
  let loanId: Int64
  let title: String
  let name: String
  let email: String

  var letter: Letter {
    Letter(address: email, text: "Dear \(name), please bring back “\(title)”.")
  }

  /// Those that nobody has been reminded of.
  static func due(at date: Date, _ db: Database) throws -> [Reminder] {
    try fetchAll(
      db,
      sql: """
        SELECT loan.id AS loanId, title, name, email
        FROM loan JOIN book ON book.id = bookId JOIN member ON member.id = memberId
        WHERE returnedAt IS NULL AND remindedAt IS NULL AND dueAt < ?
        ORDER BY loan.id
        """, arguments: [date])
  }

  func note(at date: Date, _ db: Database) throws {
    try Loan.filter(key: loanId).updateAll(db, Column("remindedAt").set(to: date))
  }
}

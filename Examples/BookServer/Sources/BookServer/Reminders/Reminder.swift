import Foundation
import GRDB

/// An overdue loan, with the data for a letter about it.
struct Reminder: Codable, FetchableRecord {
  let loanId: Int64
  let title: String
  let name: String
  let email: String

  var letter: Letter {
    Letter(address: email, text: "Dear \(name), please bring back “\(title)”.")
  }

  /// Fetches the overdue loans that have no reminder yet.
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

  /// Records that the reminder was sent.
  func note(at date: Date, _ db: Database) throws {
    try Loan.filter(key: loanId).updateAll(db, Column("remindedAt").set(to: date))
  }
}

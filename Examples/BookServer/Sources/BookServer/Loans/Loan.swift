import Foundation
import GRDB
import Hummingbird

struct Loan: Codable, FetchableRecord, MutablePersistableRecord, ResponseEncodable, Equatable {
  private(set) var id: Int64?
  let bookId: Int64
  let memberId: Int64
  let lentAt: Date
  let dueAt: Date
  var returnedAt: Date?
  var remindedAt: Date?

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The body of a request that borrows a book.
struct NewLoan: Codable {
  let book: Int64
}

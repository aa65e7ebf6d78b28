import GRDB
import Hummingbird

struct Book: Codable, FetchableRecord, MutablePersistableRecord, ResponseEncodable, Equatable {
  private(set) var id: Int64?
  let title: String
  let author: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The body of a request that adds a book.
struct NewBook: Codable {
  let title: String
  let author: String
}

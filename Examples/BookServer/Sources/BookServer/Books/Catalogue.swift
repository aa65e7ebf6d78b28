import GRDB
import Logging

/// The books of the library.
struct Catalogue: Sendable {
  let transaction: Transaction
  let logger: Logger

  func books() async throws -> [Book] {
    try await transaction.perform { db in try Book.order(Column("title")).fetchAll(db) }
  }

  func book(_ id: Int64) async throws -> Book {
    let book = try await transaction.perform { db in try Book.fetchOne(db, key: id) }
    guard let book else { throw Refusal.unknownBook(id) }
    return book
  }

  func add(_ new: NewBook) async throws -> Book {
    let book = try await transaction.perform { db in
      try Book(title: new.title, author: new.author).inserted(db)
    }
    logger.info("A book was added", metadata: ["title": "\(book.title)"])
    return book
  }
}

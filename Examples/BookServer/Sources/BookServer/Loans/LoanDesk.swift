import GRDB
import Logging

/// Lends books to the member who is signed in, and takes them back.
struct LoanDesk: Sendable {
  let transaction: Transaction
  let member: Member
  let rules: LoanRules
  let clock: any WallClock
  let logger: Logger

  /// The member's open loans, ordered by due date.
  func loans() async throws -> [Loan] {
    try await transaction.perform { [member] db in try LoanDesk.open(of: member).order(Column("dueAt")).fetchAll(db) }
  }

  func lend(_ book: Int64) async throws -> Loan {
    let now = clock.now
    let loan = try await transaction.perform { [member, rules] db in
      guard let memberId = member.id else { throw Refusal.notSignedIn }
      guard try Book.exists(db, key: book) else { throw Refusal.unknownBook(book) }
      guard try Loan.filter(Column("bookId") == book && Column("returnedAt") == nil).isEmpty(db) else {
        throw Refusal.bookIsLent(book)
      }
      guard try LoanDesk.open(of: member).fetchCount(db) < rules.limit else {
        throw Refusal.tooManyLoans(limit: rules.limit)
      }
      return try Loan(bookId: book, memberId: memberId, lentAt: now, dueAt: rules.dueDate(of: now)).inserted(db)
    }
    logger.info("A book was lent", metadata: ["book": "\(book)", "member": "\(member.name)"])
    return loan
  }

  func takeBack(_ id: Int64) async throws -> Loan {
    let now = clock.now
    return try await transaction.perform { [member] db in
      guard var loan = try LoanDesk.open(of: member).filter(key: id).fetchOne(db) else {
        throw Refusal.unknownLoan(id)
      }
      loan.returnedAt = now
      try loan.update(db)
      return loan
    }
  }

  private static func open(of member: Member) -> QueryInterfaceRequest<Loan> {
    Loan.filter(Column("memberId") == member.id && Column("returnedAt") == nil)
  }
}

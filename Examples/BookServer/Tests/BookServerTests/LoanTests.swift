import AstrojectTesting
import Foundation
import Testing

@testable import BookServer

@Suite("Loans", .container(TestServer.makeContainer))
struct LoanTests {
  /// Runs a test against a server with five books and two members.
  private func serve(_ test: @escaping @Sendable (_ ann: Client, _ bob: Client) async throws -> Void) async throws {
    try await Container.current.serve { client in
      for number in 1...5 {
        let _: Book = try await client.post("/books", NewBook(title: "Book \(number)", author: "Anonymous"))
      }
      try await test(try await client.joined(as: "ann"), try await client.joined(as: "bob"))
    }
  }

  @Test func `a loan is due 14 days after the time of the clock, and only its member sees it`() async throws {
    let clock = try await Container.current.resolve(WallClock.self)
    try await serve { ann, bob in
      let loan: Loan = try await ann.post("/loans", NewLoan(book: 1))
      #expect(loan.lentAt == clock.now)
      #expect(loan.dueAt == clock.now.addingTimeInterval(14 * 86_400))
      #expect(try await ann.get("/loans") == [loan])
      #expect(try await bob.get("/loans", as: [Loan].self).isEmpty)
    }
  }

  @Test func `a book on loan is refused to other members until its borrower returns it`() async throws {
    try await serve { ann, bob in
      let loan: Loan = try await ann.post("/loans", NewLoan(book: 1))
      #expect(try await bob.refusal(.conflict, .post, "/loans", NewLoan(book: 1)) == "Book 1 is on loan.")
      #expect(try await bob.refusal(.notFound, .delete, "/loans/1") == "You have no loan 1.")

      let returned: Loan = try await ann.delete("/loans/\(loan.id ?? 0)")
      #expect(returned.returnedAt == loan.lentAt)
      let _: Loan = try await bob.post("/loans", NewLoan(book: 1))
    }
  }

  @Test func `a fourth loan is refused because a member may have three books at a time`() async throws {
    try await serve { ann, _ in
      for book in 1...3 { let _: Loan = try await ann.post("/loans", NewLoan(book: Int64(book))) }
      let text = try await ann.refusal(.conflict, .post, "/loans", NewLoan(book: 4))
      #expect(text == "Return a book first: you may borrow only 3 at a time.")
    }
  }

  @Test func `a loan of an unknown book is refused`() async throws {
    try await serve { ann, _ in
      let text = try await ann.refusal(.notFound, .post, "/loans", NewLoan(book: 9))
      #expect(text == "There is no book 9.")
    }
  }
}

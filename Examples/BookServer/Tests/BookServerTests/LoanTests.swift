import AstrojectTesting
import Foundation
import Testing

@testable import BookServer

@Suite("Loans", .container(TestServer.makeContainer))
struct LoanTests {
  /// Serves five books and two members.
  private func serve(_ test: @escaping @Sendable (_ ann: Client, _ bob: Client) async throws -> Void) async throws {
    try await Container.current.serve { client in
      for number in 1...5 {
        let _: Book = try await client.post("/books", NewBook(title: "Book \(number)", author: "Anonymous"))
      }
      try await test(try await client.joined(as: "ann"), try await client.joined(as: "bob"))
    }
  }

  @Test("end after two weeks by the clock")
  func dueDate() async throws {
    let clock = try await Container.current.resolve(WallClock.self)
    try await serve { ann, bob in
      let loan: Loan = try await ann.post("/loans", NewLoan(book: 1))
      #expect(loan.lentAt == clock.now)
      #expect(loan.dueAt == clock.now.addingTimeInterval(14 * 86_400))
      #expect(try await ann.get("/loans") == [loan])
      #expect(try await bob.get("/loans", as: [Loan].self).isEmpty)
    }
  }

  @Test("are of books that nobody else has, until they are brought back")
  func oneReader() async throws {
    try await serve { ann, bob in
      let loan: Loan = try await ann.post("/loans", NewLoan(book: 1))
      #expect(try await bob.refusal(.conflict, .post, "/loans", NewLoan(book: 1)) == "Somebody has book 1.")
      #expect(try await bob.refusal(.notFound, .delete, "/loans/1") == "You have no loan 1.")

      let returned: Loan = try await ann.delete("/loans/\(loan.id ?? 0)")
      #expect(returned.returnedAt == loan.lentAt)
      let _: Loan = try await bob.post("/loans", NewLoan(book: 1))
    }
  }

  @Test("are three at most")
  func limit() async throws {
    try await serve { ann, _ in
      for book in 1...3 { let _: Loan = try await ann.post("/loans", NewLoan(book: Int64(book))) }
      let text = try await ann.refusal(.conflict, .post, "/loans", NewLoan(book: 4))
      #expect(text == "You have 3 books: bring one back first.")
    }
  }

  @Test("are of books that there are")
  func unknownBook() async throws {
    try await serve { ann, _ in
      let text = try await ann.refusal(.notFound, .post, "/loans", NewLoan(book: 9))
      #expect(text == "There is no book 9.")
    }
  }
}

import AstrojectTesting
import Foundation
import HummingbirdTesting
import Logging
import Testing

@testable import BookServer

@Suite("The server")
struct ServerTests {
  @Test("fits together", .container(TestServer.makeContainer))
  func graph() {
    expectValidGraph(
      Container.current, roots: Settings.self, Catalogue.self, LoanDesk.self, ReminderRound.self)
  }

  /// With the router alone there are a thousand containers at once; over HTTP, one for each connection.
  @Test(
    "answers a thousand requests at once, each from a container of its own, and keeps nothing of them",
    arguments: [TestingSetup.router, .ahc()])
  func manyRequests(setup: TestingSetup) async throws {
    try await expectReleased(
      after: {
        let container = try TestServer.makeContainer()
        let trace = container.resolutionTrace(limit: 10_000)
        try await container.serve(setup) { client in
          let _: Book = try await client.post("/books", NewBook(title: "Emma", author: "Jane Austen"))
          let ann = try await client.joined(as: "ann")
          let _: Loan = try await ann.post("/loans", NewLoan(book: 1))
          trace.clear()
          try await withThrowingTaskGroup { group in
            for _ in 1...1000 {
              group.addTask {
                let loans: [Loan] = try await ann.get("/loans")
                #expect(loans.count == 1)
              }
            }
            try await group.waitForAll()
          }
        }
        // A container keeps its transaction: one was built for each request.
        let desks = trace.roots.filter { $0.key.product == LoanDesk.self }
        #expect(desks.count == 1000)
        #expect(desks.allSatisfy { $0.children.first?.key.product == Transaction.self })
        #expect(desks.allSatisfy { $0.children.first?.outcome == .built })
        return container
      }, within: .seconds(10))
  }

  @Test("keeps its books in a file from one start to the next")
  func file() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite").path
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    func makeContainer() throws -> Container {
      try TestServer.makeContainer().overriding {
        try $0.replace(DatabaseLocation.self) { DatabaseLocation.file(path: path) }
      }
    }
    try await makeContainer().serve { client in
      let _: Book = try await client.post("/books", NewBook(title: "Emma", author: "Jane Austen"))
    }
    try await makeContainer().serve { client in
      let books: [Book] = try await client.get("/books")
      #expect(books.map(\.title) == ["Emma"])
    }
  }

  @Test("does not start without its database")
  func noDatabase() async throws {
    let container = try TestServer.makeContainer().overriding {
      try $0.replace(DatabaseLocation.self) { DatabaseLocation.file(path: "/nowhere/books.sqlite") }
    }
    let error = await #expect(throws: AstrojectError.self) { _ = try await container.makeApplication() }
    #expect(error.map(String.init(describing:))?.contains("Connections") == true)
  }
}

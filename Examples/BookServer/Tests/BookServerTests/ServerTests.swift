import AstrojectTesting
import Foundation
import HummingbirdTesting
import Logging
import Testing

@testable import BookServer

@Suite("The server")
struct ServerTests {
  @Test(.container(TestServer.makeContainer))
  func `the dependency graph of the server is valid`() {
    expectValidGraph(Container.current, roots: BookServer.roots)
  }

  /// Through the router alone, a thousand containers exist at once; over HTTP, one for each connection. There, a
  /// request that waits long for a connection would fail, so fewer are under way.
  @Test(
    arguments: zip([TestingSetup.router, .ahc()], [1000, 50]))
  func `each of 1000 concurrent requests has its own container and leaks nothing`(
    setup: TestingSetup, atOnce: Int
  ) async throws {
    try await expectReleased(
      after: {
        let container = try TestServer.makeContainer()
        let trace = container.resolutionTrace(limit: 10_000)
        try await container.serve(setup) { client in
          let _: Book = try await client.post("/books", NewBook(title: "Emma", author: "Jane Austen"))
          let ann = try await client.joined(as: "ann")
          let _: Loan = try await ann.post("/loans", NewLoan(book: 1))
          trace.clear()
          try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...1000 {
              if number > atOnce { _ = try await group.next() }
              group.addTask {
                let loans: [Loan] = try await ann.get("/loans")
                #expect(loans.count == 1)
              }
            }
            try await group.waitForAll()
          }
        }
        // Each container caches its transaction, so each request built one.
        let desks = trace.roots.filter { $0.key.product == LoanDesk.self }
        #expect(desks.count == 1000)
        #expect(desks.allSatisfy { $0.children.first?.key.product == Transaction.self })
        #expect(desks.allSatisfy { $0.children.first?.outcome == .built })
        return container
      }, within: .seconds(10))
  }

  @Test func `a restarted server still has the books in its database file`() async throws {
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

  @Test func `starting the server throws an error that names Connections if no database can be opened`() async throws {
    let container = try TestServer.makeContainer().overriding {
      try $0.replace(DatabaseLocation.self) { DatabaseLocation.file(path: "/nowhere/books.sqlite") }
    }
    let error = await #expect(throws: AstrojectError.self) { _ = try await container.makeApplication() }
    #expect(error.map(String.init(describing:))?.contains("Connections") == true)
  }
}

import AstrojectTesting
import Testing

@testable import BookServer

@Suite("Books", .container(TestServer.makeContainer))
struct BookTests {
  @Test func `books that were added are listed by title and found by number`() async throws {
    try await Container.current.serve { client in
      let emma: Book = try await client.post("/books", NewBook(title: "Emma", author: "Jane Austen"))
      let dune: Book = try await client.post("/books", NewBook(title: "Dune", author: "Frank Herbert"))
      #expect(try await client.get("/books") == [dune, emma])
      #expect(try await client.get("/books/1") == emma)
    }
  }

  @Test func `an unknown book or path is answered with 404, a malformed number or body with 400`() async throws {
    try await Container.current.serve { client in
      #expect(try await client.refusal(.notFound, .get, "/books/7") == "There is no book 7.")
      _ = try await client.refusal(.badRequest, .get, "/books/seven")
      _ = try await client.refusal(.badRequest, .post, "/books", ["title": "Emma"])
      _ = try await client.refusal(.notFound, .get, "/papers")
    }
  }
}

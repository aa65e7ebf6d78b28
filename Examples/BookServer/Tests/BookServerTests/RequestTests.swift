import AstrojectTesting
import Logging
import Testing

@testable import BookServer

@Suite("Requests", .container(TestServer.makeContainer))
struct RequestTests {
  private let container = Container.current

  @Test func `each request has its own transaction and the logger given to it, and shares connections`() async throws {
    var logger = Logger(label: "request")
    logger[metadataKey: "hb.request.id"] = "7"
    try await container.withRequest(RequestInfo(job: "7"), logger) { first in
      try await container.withRequest(RequestInfo(job: "8"), logger) { second in
        await expectSameInstance(Transaction.self, in: first)
        await expectNewInstance(Transaction.self, in: first, and: second)
        await expectSameInstance(Connections.self, in: first, and: second)
        let catalogue = try await first.resolve(Catalogue.self)
        #expect(catalogue.logger[metadataKey: "hb.request.id"] == "7")
        let request = try await second.resolve(RequestInfo.self)
        #expect(request.id == "8")
      }
    }
  }

  @Test func `each type has a logger that tells the request and the type`() async throws {
    var logger = Logger(label: "request")
    logger[metadataKey: "hb.request.id"] = "7"
    try await container.withRequest(RequestInfo(job: "7"), logger) { request in
      let loggers = [
        try await request.resolve(Catalogue.self).logger, try await request.resolve(MemberRegister.self).logger,
      ]
      #expect(loggers.map { $0[metadataKey: "type"] } == ["Catalogue", "MemberRegister"])
      #expect(loggers.map { $0[metadataKey: "hb.request.id"] } == ["7", "7"])
    }
  }

  @Test func `a failed request leaves no changes in the database`() async throws {
    struct Failure: Error {}
    let logger = try await container.resolve(Logger.self, name: "server")
    await #expect(throws: Failure.self) {
      try await container.withRequest(RequestInfo(job: "fails"), logger) { container in
        _ = try await container.resolve(Catalogue.self).add(NewBook(title: "Emma", author: "Jane Austen"))
        throw Failure()
      }
    }
    try await container.withRequest(RequestInfo(job: "looks"), logger) { container in
      let books = try await container.resolve(Catalogue.self).books()
      #expect(books.isEmpty)
    }
  }

  @Test func `a cancelled request rolls back and returns its connection to the pool`() async throws {
    let logger = try await container.resolve(Logger.self, name: "server")
    let task = Task { [container] in
      try await container.withRequest(RequestInfo(job: "is cancelled"), logger) { container in
        let catalogue = try await container.resolve(Catalogue.self)
        _ = try await catalogue.add(NewBook(title: "Emma", author: "Jane Austen"))
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await catalogue.books()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try await container.withRequest(RequestInfo(job: "looks"), logger) { container in
      let books = try await container.resolve(Catalogue.self).books()
      #expect(books.isEmpty)
    }
  }
}

import Hummingbird
import HummingbirdTesting
import Testing

@testable import BookServer

@Suite("The page of the graph")
struct GraphRouteTests {
  @Test func `the server shows the page of its graph at /debug/graph in development`() async throws {
    try await TestServer.makeContainer(options: ["--environment", "development"]).serve(.router) { client in
      try await client.http.execute(uri: "/debug/graph", method: .get) { response in
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        let page = String(buffer: response.body)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("BookServer.LoanDesk"))
      }
    }
  }

  @Test(arguments: [[], ["--environment", "staging"]])
  func `the server has no page of its graph outside of development`(options: [String]) async throws {
    try await TestServer.makeContainer(options: options).serve(.router) { client in
      let text = try await client.refusal(.notFound, .get, "/debug/graph")
      #expect(text == "Not Found")
    }
  }
}

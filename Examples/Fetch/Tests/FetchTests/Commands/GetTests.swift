import AstrojectTesting
import Foundation
import Testing

@testable import FetchKit

@Suite("fetch get", .container(TestContainer.make))
struct GetTests {
  @Test(
    .overriding {
      try $0.replace(HTTPClient.self, name: "direct") {
        FakeNetwork(pages: [
          "http://a.example/": .html(
            "<title>A\n page</title><a href='/b'>To b</a> <a class=x href=\"http://c.example\">C</a>"),
          "http://a.example/b": .json(#"{"b": [1, "x/y"], "a": null}"#),
          "http://a.example/c": .bytes(Array(0...17)),
          "http://a.example/d": .plain("as it is"),
        ])
      }
    })
  func `fetch get prints each page in the format of its content type`() async throws {
    let outcome = try await tool(
      "get", "http://a.example/", "http://a.example/b", "http://a.example/c", "http://a.example/d")
    #expect(
      outcome.output == """
        A page
        - To b: http://a.example/b
        - C: http://c.example
        {
          "a" : null,
          "b" : [
            1,
            "x/y"
          ]
        }
        00000000  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f
        00000010  10 11
        as it is
        """)
    #expect(outcome.code == 0)
  }

  @Test(
    .overriding {
      try $0.replace(HTTPClient.self, name: "direct") { FakeNetwork(pages: ["http://a.example": .html("<p>")]) }
    })
  func `fetch get prints a page in the format of --format, and reports an unknown format`() async throws {
    #expect(try await tool("get", "--format", "plain", "http://a.example").output == "<p>")
    #expect(try await tool("get", "--format", "hex", "http://a.example").output == "00000000  3c 70 3e")
    let unknown = try await tool("get", "--format", "pdf", "http://a.example")
    #expect(unknown.message == "There is no format named pdf. The formats are: json, html, plain, hex.")
    #expect(unknown.code == 1)
  }

  @Test(
    .overriding {
      try $0.replace(HTTPClient.self, name: "direct") {
        FakeNetwork(pages: ["http://a.example/b.json": .json("{ }"), "http://a.example/": .plain("root")])
      }
    })
  func `fetch get --save writes pages to files unchanged`() async throws {
    let outcome = try await tool("get", "--save", "out", "http://a.example/b.json", "http://a.example/")
    #expect(
      outcome.output == """
        http://a.example/b.json → out/b.json, 3 bytes
        http://a.example/ → out/index, 4 bytes
        """)
    let files = try await Container.current.resolve(Files.self)
    #expect(try files.read("out/b.json") == Data("{ }".utf8))
    #expect(try files.read("out/index") == Data("root".utf8))
  }

  @Test(
    .overriding {
      try $0.replace(HTTPClient.self, name: "direct") { FakeNetwork(pages: ["http://a.example": .status(404)]) }
    },
    arguments: [
      (address: "http://a.example", message: "http://a.example answered with status 404.", code: Int32(1)),
      ("http://b.example", "no answer from http://b.example", 1),
    ])
  func `fetch get reports status 404 or no answer in one sentence and exits with 1`(
    address: String, message: String, code: Int32
  ) async throws {
    let outcome = try await tool("get", address)
    #expect(outcome.message == message)
    #expect(outcome.code == code)
    #expect(outcome.output == "")
  }

  @Test(
    .overriding { try $0.replace(Files.self) { throw Failure("The disk is gone.") } })
  func `fetch get reports only the error of a failing factory, without its resolution path`() async throws {
    let outcome = try await tool("get", "http://a.example")
    #expect(outcome.message == "The disk is gone.")
    #expect(outcome.code == 1)
  }

  @Test(
    .overriding { try $0.failOnUse(HTTPClient.self, name: "direct") })
  func `fetch get rejects an invalid address before it sends a request`() async throws {
    let outcome = try await tool("get", "ftp://a.example")
    #expect(
      outcome.message
        == "The value 'ftp://a.example' is invalid for '<urls>': An address begins with http:// or https:// and has a host."
    )
    #expect(outcome.code == 64)
  }
}

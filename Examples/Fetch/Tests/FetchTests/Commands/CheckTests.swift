import AstrojectTesting
import Testing

@testable import FetchKit

@Suite("fetch check", .container(TestContainer.make))
struct CheckTests {
  @Test(
    .overriding {
      try $0.replace(Files.self) {
        MemoryFiles(["list": "http://a.example # good\n\n# none\nhttp://b.example\nc\nhttp://d.example\n"])
      }
      try $0.replace(HTTPClient.self, name: "direct") {
        FakeNetwork(pages: ["http://a.example": .plain(""), "http://b.example": .status(404)])
      }
    })
  func `fetch check reports each address of a file, and exits with 1 if one is not available`() async throws {
    let outcome = try await tool("check", "list")
    #expect(
      outcome.output == """
        ✓ http://a.example: 200
        ✗ http://b.example: 404
        ✗ c: not a web address
        ✗ http://d.example: no answer from http://d.example
        1 of 4 addresses are available.
        """)
    #expect(outcome.message == "")
    #expect(outcome.code == 1)
  }

  @Test(
    .overriding {
      try $0.replace(Files.self) { MemoryFiles(["list": "http://a.example"]) }
      try $0.replace(HTTPClient.self, name: "direct") { FakeNetwork(pages: ["http://a.example": .plain("")]) }
    })
  func `fetch check exits with 0 if all addresses are available`() async throws {
    #expect(try await tool("check", "list").code == 0)
  }

  @Test func `fetch check sends three requests at once, and no more, with --jobs 3`() async throws {
    let crowd = Crowd(of: 3)
    let container = try Container.current.overriding { overrides in
      try overrides.replace(HTTPClient.self, name: "direct") { crowd }
      try overrides.replace(Files.self) {
        MemoryFiles(["list": (1...6).map { "http://a\($0).example" }.joined(separator: "\n")])
      }
    }
    let outcome = try await tool("check", "--jobs", "3", "list", in: container)
    #expect(outcome.output.hasSuffix("6 of 6 addresses are available."))
    #expect(await crowd.most == 3)
  }

  @Test func `fetch check reports an error if its file is missing or --jobs is 0`() async throws {
    #expect(try await tool("check", "nowhere").message == "The file nowhere does not exist.")
    #expect(try await tool("check", "--jobs", "0", "list").code == 64)
  }
}

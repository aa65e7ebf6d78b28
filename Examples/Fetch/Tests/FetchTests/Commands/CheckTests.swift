import AstrojectTesting
import Testing

@testable import fetch

@Suite("fetch check", .container(TestContainer.make))
struct CheckTests {
  @Test(
    "says of each address in a file whether it can be had",
    .overriding {
      try $0.replace(Files.self) {
        MemoryFiles(["list": "http://a.example # good\n\n# none\nhttp://b.example\nc\nhttp://d.example\n"])
      }
      try $0.replace(HTTPClient.self, name: "direct") {
        FakeNetwork(pages: ["http://a.example": .plain(""), "http://b.example": .status(404)])
      }
    })
  func someAreMissing() async throws {
    let outcome = try await tool("check", "list")
    #expect(
      outcome.output == """
        ✓ http://a.example: 200
        ✗ http://b.example: 404
        ✗ c: no address
        ✗ http://d.example: nobody answers at http://d.example
        1 of 4 can be had.
        """)
    #expect(outcome.message == "")
    #expect(outcome.code == 1)
  }

  @Test(
    "has no exit code where all is well",
    .overriding {
      try $0.replace(Files.self) { MemoryFiles(["list": "http://a.example"]) }
      try $0.replace(HTTPClient.self, name: "direct") { FakeNetwork(pages: ["http://a.example": .plain("")]) }
    })
  func allIsWell() async throws { #expect(try await tool("check", "list").code == 0) }

  @Test("asks for as many at once as it is told to, and for no more")
  func jobs() async throws {
    let crowd = Crowd(of: 3)
    let container = try Container.current.overriding { overrides in
      try overrides.replace(HTTPClient.self, name: "direct") { crowd }
      try overrides.replace(Files.self) {
        MemoryFiles(["list": (1...6).map { "http://a\($0).example" }.joined(separator: "\n")])
      }
    }
    let outcome = try await tool("check", "--jobs", "3", "list", in: container)
    #expect(outcome.output.hasSuffix("6 of 6 can be had."))
    #expect(await crowd.most == 3)
  }

  @Test("refuses a file that is not there, and less than one job")
  func refuses() async throws {
    #expect(try await tool("check", "nowhere").message == "There is no file nowhere.")
    #expect(try await tool("check", "--jobs", "0", "list").code == 64)
  }
}

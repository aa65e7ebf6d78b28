import AstrojectTesting
import Nexus
import Testing

@testable import FetchKit

/// A plug-in from outside the tool.
private struct ShoutingModule: Module {
  struct Shouting: BodyFormatter {
    let name = "shouting"
    let contentTypes = ["text/plain"]
    func text(of response: Response) -> String { response.text.uppercased() }
  }

  func register(in container: Container) throws { try container.contribute(BodyFormatter.self) { Shouting() } }
}

@Suite("fetch formats", .container(TestContainer.make))
struct FormatsTests {
  @Test func `fetch formats lists the four built-in formats`() async throws {
    #expect(
      try await tool("formats").output == """
        json: application/json
        html: text/html, application/xhtml
        plain: text/*
        hex: anything
        """)
  }

  @Test(
    .overriding {
      try $0.add(module: ShoutingModule())
      try $0.replace(HTTPClient.self, name: "direct") { FakeNetwork(pages: ["http://a.example": .plain("hello")]) }
    })
  func `fetch formats lists a plug-in, and fetch get uses it for its content type`() async throws {
    #expect(try await tool("formats").output.hasSuffix("\nshouting: text/plain"))
    #expect(try await tool("get", "http://a.example").output == "HELLO")
    #expect(try await tool("get", "--format", "plain", "http://a.example").output == "hello")
  }
}

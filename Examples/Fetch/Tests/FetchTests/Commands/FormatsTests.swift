import AstrojectTesting
import Nexus
import Testing

@testable import fetch

/// A plug-in of somebody else's.
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
  @Test("lists the formats that come with the tool")
  func standard() async throws {
    #expect(
      try await tool("formats").output == """
        json: application/json
        html: text/html, application/xhtml
        plain: text/*
        hex: anything
        """)
  }

  @Test(
    "lists a plug-in, too, which is used for what it knows better than others",
    .overriding {
      try $0.add(module: ShoutingModule())
      try $0.replace(HTTPClient.self, name: "direct") { FakeNetwork(pages: ["http://a.example": .plain("hello")]) }
    })
  func plugin() async throws {
    #expect(try await tool("formats").output.hasSuffix("\nshouting: text/plain"))
    #expect(try await tool("get", "http://a.example").output == "HELLO")
    #expect(try await tool("get", "--format", "plain", "http://a.example").output == "hello")
  }
}

import AstrojectTesting
import Testing

@testable import fetch

@Suite("A test of the tool")
struct OverridingTests {
  @Test("fails where it overrides what the command does not use")
  func unused() async throws {
    let container = try TestContainer.make().overriding(allowUnused: true) { overrides in
      try overrides.replace(HTTPClient.self, name: "cached") { FakeNetwork() }
    }
    await Container.withCurrent(container) { _ = await Fetch.run(["get", "--retry", "never", "http://a.example"]) }
    withKnownIssue {
      expectAllOverridesUsed(container)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("HTTPClient named \"cached\"") }
    }
  }

  @Test("fails where it overrides what is not there")
  func misspelt() throws {
    let error = #expect(throws: OverrideError.self) {
      try TestContainer.make().overriding { try $0.replace(HTTPClient.self, name: "driect") { FakeNetwork() } }
    }
    #expect(error?.description.contains("HTTPClient named \"direct\"") == true)
  }
}

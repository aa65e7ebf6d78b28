import AstrojectTesting
import Testing

@testable import FetchKit

@Suite("Overrides in tests of the tool")
struct OverridingTests {
  @Test func `expectAllOverridesUsed reports an override that the command does not use`() async throws {
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

  @Test func `overriding an unknown name throws an error that suggests the similar name`() throws {
    let error = #expect(throws: OverrideError.self) {
      try TestContainer.make().overriding { try $0.replace(HTTPClient.self, name: "driect") { FakeNetwork() } }
    }
    #expect(error?.description.contains("HTTPClient named \"direct\"") == true)
  }
}

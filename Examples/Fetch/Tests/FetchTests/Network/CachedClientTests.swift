import AstrojectTesting
import Testing

@testable import FetchKit

@Suite("The cached client", .container(TestContainer.make))
struct CachedClientTests {
  @Test func `the cached client caches a page with status 200 and requests one with 404 again`() async throws {
    let network = Sequel(.status(404), .plain("first"), .plain("second"))
    let container = try Container.current.overriding { overrides in
      try overrides.replace(HTTPClient.self, name: "direct") { network }
    }
    #expect(try await tool("get", "--client", "cached", "http://a.example", in: container).code == 1)
    for _ in 1...2 {
      #expect(try await tool("get", "--client", "cached", "http://a.example", in: container).output == "first")
    }
    #expect(try await tool("get", "http://a.example", in: container).output == "second")
  }

  @Test func `the cached client stores long and path-like addresses in separate files with valid names`() async throws {
    let long = "http://a.example/" + String(repeating: "x", count: 500)
    let container = try Container.current.overriding { overrides in
      try overrides.replace(HTTPClient.self, name: "direct") {
        FakeNetwork(pages: [
          long: .plain("long"), long + "y": .plain("longer"), "http://a.example/../../b": .plain("up"),
        ])
      }
    }
    for _ in 1...2 {
      #expect(try await tool("get", "--client", "cached", long, in: container).output == "long")
      #expect(try await tool("get", "--client", "cached", long + "y", in: container).output == "longer")
      #expect(try await tool("get", "--client", "cached", "http://a.example/../../b", in: container).output == "up")
    }
    let files = try #require(await container.resolve(Files.self) as? MemoryFiles)
    #expect(files.paths.count == 3)
    #expect(files.paths.allSatisfy { !$0.contains("..") && $0.split(separator: "/").allSatisfy { $0.count <= 255 } })
  }
}

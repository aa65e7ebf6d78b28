import AstrojectTesting
import Foundation
import Nexus
import Testing

@Suite("expectValidGraph")
struct ExpectValidGraphTests {
  @Test func `expectValidGraph writes a Mermaid diagram that marks the problems`() async throws {
    let container = Container()
    try container.register(initializer: Model.init(store:))
    let error = #expect(throws: GraphError.self) { try container.validate() }
    // A detached task belongs to no test, so the diagram is written to a file that can be read.
    let caught = await Task.detached { failures { expectValidGraph(container) } }.value
    let text = try #require(caught.first?.text)
    let path = try #require(text.firstMatch(of: /Graph: written to (?<path>.*\/graph\.mmd)/)?.path)
    defer { try? FileManager.default.removeItem(atPath: String(path.dropLast("/graph.mmd".count))) }
    let picture = try String(contentsOfFile: String(path), encoding: .utf8)
    #expect(picture == error?.mermaid)
    #expect(picture.hasPrefix("flowchart") && picture.contains("Model") && picture != container.graph.mermaid)
  }

  @Test func `expectValidGraph fails for too many opaque registrations, and for hints if they are asked for`() throws {
    let container = Container()
    try container.register(Int.self) { _ in 1 }
    try container.register(String.self, initializer: { @Sendable (_: Bool?) in "" })
    #expect(failures { expectValidGraph(container, maxOpaque: 1) }.isEmpty)
    #expect(failures { expectValidGraph(container, maxOpaque: 0) }.first?.text.contains("opaque: 1 reg") == true)
    let hinted = failures { expectValidGraph(container, roots: [], hints: true) }
    #expect(hinted.first?.text.contains("unprovided-optional: No registration found for Bool") == true)
  }
}

import AstrojectTesting
import Foundation
import Testing

struct ExpectValidGraphTests {
  private let container = Container()

  @Test func `expectValidGraph writes a Mermaid diagram that marks the problems, and a page`() async throws {
    try container.register(initializer: Model.init(store:))
    let error = #expect(throws: GraphError.self) { try container.validate() }
    // A detached task belongs to no test, so the diagram is written to a file that can be read.
    let caught = await Task.detached { failures { expectValidGraph(container) } }.value
    let text = try #require(caught.first?.text)
    let path = try #require(text.firstMatch(of: /written to (?<path>.*\/graph\.mmd)/)?.path)
    let page = try #require(text.firstMatch(of: /written to (?<path>.*\/graph\.html)/)?.path)
    defer { try? FileManager.default.removeItem(atPath: String(path.dropLast("/graph.mmd".count))) }
    #expect(try String(contentsOfFile: String(page), encoding: .utf8) == error?.graph.html(report: error?.report))
    let picture = try String(contentsOfFile: String(path), encoding: .utf8)
    #expect(picture == error?.mermaid)
    #expect(picture.hasPrefix("flowchart") && picture.contains("Model") && picture != container.graph.mermaid)
  }

  @Test func `expectValidGraph fails once for each finding, at the line of the registration`() throws {
    let model = try container.register(initializer: Model.init(store:))
    let store = try container.register(DiskStore.self, initializer: DiskStore.init)
    let caught = failures { expectValidGraph(container, roots: [Model.self, Int.self]) }
    let call = "AstrojectTestingTests/ExpectValidGraphTests.swift:\(#line - 1)"
    try #require(caught.count == 3)
    #expect(caught.map(\.line) == [#line - 3, #line - 5, #line - 4])
    // The file may be reached by a link.
    let resolved = { (path: String) in URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    #expect(caught.map { $0.file.map(resolved) } == [nil, resolved(#filePath), resolved(#filePath)])
    #expect(
      caught[0].text == """
        No registration found for Int, which was named as a root. [missing-dependency]
          Expected: a valid graph, at \(call)
          Remedy: register it: `try container.register(Int.self) { … }`.
          Graph:
            attached as graph.mmd
            attached as graph.html
          The container has: 2 registrations
        """)
    #expect(
      caught[1].text == """
        No registration found for Store. [missing-dependency]
          Expected: a valid graph, at \(call)
          Found:
            Needed by: Model, registered at \(model.location), as parameter 1 of 1
            Path: Model → Store
            Did you mean:
              DiskStore, registered at \(store.location) (an implementation of it)
          Remedy: forward it where DiskStore is registered: `.implements((any Store).self)`; or register it: `try container.register((any Store).self, initializer: ….init)`; or name it in `externals:` if it comes from elsewhere.
          Graph:
            attached as graph.mmd
            attached as graph.html
          The container has: 2 registrations
        """)
    #expect(caught[2].text.hasPrefix("No registration found for Client. [missing-dependency]"))
  }

  @Test func `expectValidGraph fails at the call if the file of a registration is not found`() throws {
    try container.register(fileID: "Elsewhere/Nowhere.swift", line: 7, initializer: Model.init(store:))
    let caught = failures { expectValidGraph(container) }
    #expect(caught.map(\.line) == [#line - 1])
    #expect(caught.first?.text.contains("\n  Registered at: Elsewhere/Nowhere.swift:7\n") == true)
  }

  @Test func `expectValidGraph fails for too many opaque registrations, and for hints if they are asked for`() throws {
    try container.register(Int.self) { _ in 1 }
    try container.register(String.self, initializer: { @Sendable (_: Bool?) in "" })
    #expect(failures { expectValidGraph(container, maxOpaque: 1) }.isEmpty)
    #expect(
      failures { expectValidGraph(container, maxOpaque: 0) }.first?.text.hasPrefix(
        "1 registration is opaque, and 0 may be. [opaque]") == true)
    let hinted = failures { expectValidGraph(container, roots: [], hints: true) }
    #expect(hinted.first?.text.hasPrefix("No registration found for Bool, which") == true)
  }
}

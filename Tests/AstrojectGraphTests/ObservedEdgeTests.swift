import Foundation
import TestSupport
import Testing

struct ObservedEdgeTests {
  /// Registers an opaque C that resolves B, which gets A.
  private func container() throws -> Container {
    let container = Container()
    try container.wire("A: singleton", "B → A")
    try container.register(Cast.C.self) { resolver in
      _ = try resolver.resolve(Cast.B.self)
      return Cast.C()
    }
    return container
  }

  @Test(arguments: Call.allCases)
  func `adding a trace adds one edge, for the dependency that an opaque closure resolved`(call: Call) async throws {
    let container = try container()
    let trace = container.resolutionTrace()
    let before = container.graph
    _ = try await call.resolve(Cast.C.self, in: container)
    let after = container.graph.adding(observed: trace)
    let added = before.diff(after)
    #expect(added.nodes.isEmpty)
    #expect(added.edges.changed.isEmpty && added.edges.removed.isEmpty)
    let edge = try #require(added.edges.added.first)
    #expect(added.edges.added.count == 1)
    #expect(edge.from.hasSuffix("Cast.C") && edge.to?.hasSuffix("Cast.B") == true)
    #expect(edge.kind == .observed && edge.site == .observed && edge.position == nil && !edge.isMissing)
    #expect(after.nodes.contains { $0.isOpaque && $0.key == "Cast.C" })
    #expect(after.adding(observed: trace) == after)
    #expect(after.mermaid.contains("observed"))
  }

  @Test func `adding a trace adds no edge before a resolve, or to a decoded graph`() throws {
    let container = try container()
    let trace = container.resolutionTrace()
    #expect(container.graph.adding(observed: trace) == container.graph)
    _ = try container.resolve(Cast.C.self)
    let decoded = try JSONDecoder().decode(DependencyGraph.self, from: JSONEncoder().encode(container.graph))
    #expect(decoded == container.graph)
    #expect(decoded.adding(observed: trace) == decoded)
  }

  @Test func `a parent's trace adds an edge for a dependency that was resolved through a child`() throws {
    let parent = try container()
    let trace = parent.resolutionTrace()
    let child = parent.makeChild()
    _ = try child.resolve(Cast.C.self)
    #expect(parent.graph.adding(observed: trace).edges.filter { $0.site == .observed }.map(\.container) == [0])
    #expect(child.graph.adding(observed: trace).edges.count { $0.site == .observed } == 1)
  }
}

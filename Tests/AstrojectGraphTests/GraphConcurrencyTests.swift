import TestSupport
import Testing

@Suite("Graphs under concurrent changes", .ownThreads)
struct GraphConcurrencyTests {
  @Test(arguments: Crowd.all)
  func `graphs and reports are consistent while other callers change the container`(crowd: Crowd) async throws {
    let parent = try Container { try $0.wire(Cast.A.self).asSingleton() }
    let container = try parent.makeChild(named: "request") { try $0.wire(Cast.B.self, Cast.A.self).asSingleton() }
    let results = await crowd.run(
      synchronous: { number in
        for round in 0..<20 { try work(number, round, in: container) }
      },
      asynchronous: { number in
        for round in 0..<20 {
          try work(number, round, in: container)
          await Task.yield()
        }
      })
    for result in results { try result.get() }
    let graph = container.graph
    #expect(Set(graph.nodes.map(\.id)).count == graph.nodes.count)
    #expect(graph.nodes.prefix(2).map(\.key.shortened) == ["A", "B"])
  }

  /// The work of one caller: half of the callers read the graph, and the others change the container.
  @Sendable private func work(_ number: Int, _ round: Int, in container: Container) throws {
    switch number % 8 {
    case 0, 4:
      let graph = container.graph
      let ids = Set(graph.nodes.map(\.id))
      #expect(ids.count == graph.nodes.count)
      #expect(graph.edges.allSatisfy { ids.contains($0.from) && $0.to.map(ids.contains) ?? true })
    case 1, 5:
      let report = container.graphReport(roots: Cast.B.self)
      _ = report.description
      #expect(report.findings.allSatisfy { $0.node?.key != "Cast.B" })
      do { try container.validate() } catch is GraphError {}
    case 2:
      try container.wire(Cast.C.self, Cast.D.self, Cast.B.self, name: "\(round % 3)").asSingleton()
        .implements((any Cast.Face).self).allowing(.missingDependency, because: "it comes and goes")
      try container.contribute(Cast.E.self, initializer: Cast.E.init)
      if round % 5 == 0 { container.unregister(Cast.C.self, name: "1") }
    case 3:
      _ = try container.resolve(Cast.B.self)
      _ = try? container.resolve((any Cast.Face).self, name: "\(round % 3)")
      _ = try container.resolveAll(Cast.E.self)
      container.release(Cast.B.self)
    case 6:
      let child = try container.makeChild(named: "child") { try $0.wire(Cast.D.self) }
      #expect(child.graph.nodes.contains { $0.key == "Cast.D" })
      _ = child.graphReport()
    default:
      try container.register(module: Batch(round: round))
      if round % 4 == 0 { container.unregister(Cast.D.self) }
    }
  }

  private struct Batch: Module {
    let round: Int
    func register(in container: Container) throws {
      try container.wire(Cast.D.self).asTransient().eager()
      _ = container.graph
      try container.wire(Cast.D.self, name: "\(round)").asWeak().asTransient()
    }
  }
}

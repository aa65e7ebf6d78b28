import TestSupport
import Testing

@testable import AstrojectGraph

struct PictureTests {
  private typealias Node = DependencyGraph.Node
  private typealias Highlight = DependencyGraph.Highlight

  @Test(arguments: SampleGraph.allCases)
  func `the Mermaid and Graphviz pictures of a graph equal their golden files`(sample: SampleGraph) {
    expectGolden(sample.graph.mermaid, "\(sample).mmd")
    expectGolden(sample.graph.dot, "\(sample).dot")
  }

  @Test func `the pictures of failing nodes and edges equal their golden files`() {
    let graph = DependencyGraph.family
    let failing = Highlight(
      nodes: ["App.Session", "App.Logger"], edges: Set(graph.edges.filter { $0.from == "App.Account" }))
    expectGolden(graph.mermaid(failing: failing), "failing.mmd")
    expectGolden(graph.dot(failing: failing), "failing.dot")
  }

  @Test func `an empty graph is drawn as an empty Mermaid and Graphviz picture`() {
    let graph = DependencyGraph([])
    #expect(graph.mermaid == "flowchart LR\n")
    #expect(graph.dot.hasPrefix("digraph {\n"))
    #expect(graph.dot.hasSuffix("]\n}\n"))
  }

  @Test func `the pictures of a graph do not depend on source locations`() {
    let graph = DependencyGraph([.sample("A", location: "App/A.swift")])
    let moved = DependencyGraph([.sample("A", location: "App/B.swift")])
    #expect([graph.mermaid, graph.dot] == [moved.mermaid, moved.dot])
  }

  @Test func `each scope is drawn with its own shape and colors`() {
    let scopes = Node.Scope.allCases
    let pictures = scopes.map { DependencyGraph([.sample("A", $0)]) }
    // The labels, classes and colors are removed.
    let brackets = pictures.map { $0.mermaid.replacing(#/".*"|:::.*|classDef.*/#, with: "") }
    let shapes = pictures.map { $0.dot.replacing(#/label=<<b>.*?>, |fillcolor=.*fontcolor="#......"/#, with: "") }
    for marks in [brackets, shapes, scopes.map(\.paint.fill), scopes.map(\.paint.line)] {
      #expect(Set(marks).count == scopes.count)
    }
  }
}

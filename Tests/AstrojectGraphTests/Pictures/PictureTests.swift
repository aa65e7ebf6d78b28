import TestSupport
import Testing

@testable import AstrojectGraph

@Suite("Pictures of a graph")
struct PictureTests {
  private typealias Node = DependencyGraph.Node
  private typealias Highlight = DependencyGraph.Highlight

  @Test("a graph is drawn as its files show", arguments: SampleGraph.allCases)
  func golden(sample: SampleGraph) {
    expectGolden(sample.graph.mermaid, "\(sample).mmd")
    expectGolden(sample.graph.dot, "\(sample).dot")
  }

  @Test("what fails is red as its files show")
  func failing() {
    let graph = DependencyGraph.family
    let failing = Highlight(
      nodes: ["App.Session", "App.Logger"], edges: Set(graph.edges.filter { $0.from == "App.Account" }))
    expectGolden(graph.mermaid(failing: failing), "failing.mmd")
    expectGolden(graph.dot(failing: failing), "failing.dot")
  }

  @Test("an empty graph is a picture, too")
  func empty() {
    let graph = DependencyGraph([])
    #expect(graph.mermaid == "flowchart LR\n")
    #expect(graph.dot.hasPrefix("digraph {\n"))
    #expect(graph.dot.hasSuffix("]\n}\n"))
  }

  @Test("the place of a registration in the source is not drawn")
  func locations() {
    let graph = DependencyGraph([.sample("A", location: "App/A.swift:1")])
    let moved = DependencyGraph([.sample("A", location: "App/B.swift:2")])
    #expect(graph.mermaid == moved.mermaid)
    #expect(graph.dot == moved.dot)
  }

  @Test("each scope has its own shape and its own colours")
  func scopes() {
    let scopes = Node.Scope.allCases
    let pictures = scopes.map { DependencyGraph([.sample("A", $0)]) }
    // All but the label, the class and the colours.
    let brackets = pictures.map { $0.mermaid.replacing(#/".*"|:::.*|classDef.*/#, with: "") }
    let shapes = pictures.map { $0.dot.replacing(#/label=<<b>.*?>, |fillcolor=.*fontcolor="#......"/#, with: "") }
    #expect(Set(brackets).count == scopes.count)
    #expect(Set(shapes).count == scopes.count)
    #expect(Set(scopes.map(\.paint.fill)).count == scopes.count)
    #expect(Set(scopes.map(\.paint.line)).count == scopes.count)
  }
}

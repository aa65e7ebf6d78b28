import Foundation
import TestSupport
import Testing

@testable import AstrojectGraph

private protocol Green {}
private final class Leaf: Green { init() {} }
private final class Blade: Green { init() {} }
private final class Meadow { init(green: (any Green)?) {} }

struct GraphDiffTests {
  private typealias Edge = DependencyGraph.Edge
  private typealias Node = DependencyGraph.Node

  private func diff(_ old: [DependencyGraph.Edge], _ new: [DependencyGraph.Edge]) -> GraphDiff {
    DependencyGraph([], old).diff(DependencyGraph([], new))
  }

  @Test func `a diff ignores source locations and the order of registrations`() {
    let old = DependencyGraph([.sample("A", location: "App/A.swift"), .sample("B")], [.sample("A", "B")])
    let new = DependencyGraph([.sample("B"), .sample("A", location: "App/B.swift")], [.sample("A", "B")])
    #expect(old != new)
    #expect(old.diff(new).isEmpty)
  }

  @Test func `a diff matches registrations that share a key by their content, not by their number`() {
    func collected(by owner: String) -> [Edge] {
      ["P", "P #2", "P #3"].map { .sample(owner, "P", .collection, to: $0) }
    }
    let old = DependencyGraph(
      [.sample("P"), .sample("P", id: "App.P #2"), .sample("P", .singleton, id: "App.P #3"), .sample("All")],
      [.sample("P", "X"), .sample("P #2", "Y"), .sample("P #3", "P", to: "P #2")] + collected(by: "All"))
    let nodes: [Node] = [
      .sample("P", .singleton), .sample("P", id: "App.P #2"), .sample("All"), .sample("P", id: "App.P #3"),
    ]
    let edges: [Edge] = [.sample("P", "P", to: "P #3"), .sample("P #2", "X")] + collected(by: "All")
    let diff = old.diff(DependencyGraph(nodes, edges + [.sample("P #3", "Y")]))
    #expect(diff.isEmpty, "\(diff)")
    // A changed registration is not matched by its number.
    let changed = old.diff(DependencyGraph(nodes, edges + [.sample("P #3", "Z")]))
    #expect(changed.description == "~ App.P #2 gets Y (parameter 1): need: Y → Z, from: App.Y → App.Z")
  }

  /// Returns the graphs of containers that are filled in one order and in the other.
  private func graphs(_ first: (Container) throws -> Void, _ second: (Container) throws -> Void) throws
    -> (old: DependencyGraph, new: DependencyGraph)
  {
    func graph(_ steps: [(Container) throws -> Void]) throws -> DependencyGraph {
      let container = Container()
      for step in steps { try step(container) }
      try container.register(initializer: Meadow.init)
      return container.graph
    }
    return try withoutActuallyEscaping(first) { first in
      try withoutActuallyEscaping(second) { second in (try graph([first, second]), try graph([second, first])) }
    }
  }

  @Test func `a diff matches forwardings by what they lead to`() throws {
    let (old, new) = try graphs {
      try $0.contribute(Leaf.self, initializer: Leaf.init).implements((any Green).self) { $0 }
    } _: {
      try $0.contribute(Leaf.self, initializer: Leaf.init).asSingleton().implements((any Green).self) { $0 }
    }
    let diff = old.diff(new)
    #expect(diff.nodes.isEmpty && diff.edges.added.isEmpty && diff.edges.removed.isEmpty, "\(diff)")
    // The meadow gets the last one.
    #expect(diff.edges.changed.map(\.new.site) == [.parameter], "\(diff)")
  }

  @Test func `a diff says that a dependency is on another registration of the same identity`() throws {
    let (old, new) = try graphs {
      try $0.register(initializer: Leaf.init).implements((any Green).self) { $0 }
    } _: {
      try $0.register(initializer: Blade.init).implements((any Green).self) { $0 }
    }
    let identity = try #require(old.edges.first { $0.need == "Green" }?.to)
    #expect(
      "\(old.diff(new))".hasSuffix(
        "Meadow gets Green (parameter 1): from: \(identity) → the registration that has this identity now"))
  }

  @Test func `a diff lists added, removed and changed registrations`() {
    let old = DependencyGraph([.sample("A"), .sample("B"), .sample("C", .singleton)])
    let decorator = DependencyGraph.Node.sample("E", .forwarded, isDecorator: true)
    let new = DependencyGraph([.sample("D"), decorator, .sample("C", .transient), .sample("A")])
    let diff = old.diff(new)
    #expect(diff.nodes.added == [.sample("D"), decorator])
    #expect(diff.nodes.removed == [.sample("B")])
    #expect(diff.nodes.changed == [.init(old: .sample("C", .singleton), new: .sample("C", .transient))])
    #expect(diff.edges.isEmpty && !diff.isEmpty)
    #expect(
      diff.description == """
        - App.B: graph
        + App.D: graph
        + App.E: decorator
        ~ App.C: scope: singleton → transient
        """)
  }

  @Test(
    arguments: [
      (.sample("K", id: "App.A"), "key: A → K"),
      (.sample("A", origin: .closure), "origin: initializer → closure"),
      (.sample("A", .scoped, keeper: "request"), "scope: graph → scoped to \"request\""),
      (.sample("A", keeper: "request"), "scope: graph → graph to \"request\""),
      (.sample("A", .disposableSingleton), "scope: graph → disposable singleton"),
      (.sample("A", effect: .init(isAsynchronous: true), ownEffect: .init()), "effect: none → async"),
      (.sample("A", ownEffect: .init(isOnMainActor: true)), "own effect: none → main actor"),
      (
        .sample("A", effect: .init(isAsynchronous: true, isOnMainActor: true)),
        "effect: none → async and main actor, own effect: none → async and main actor"
      ),
      (.sample("A", isOpaque: true), "opaque: no → yes"),
      (.sample("A", isEager: true), "eager: no → yes"),
      (.sample("A", isContribution: true), "contributed: no → yes"),
      (.sample("A", isShadowed: true), "shadowed: no → yes"),
      (.sample("A", container: 1), "container: 0 → 1"),
      (.sample("A", group: "Assembly"), "group: none → Assembly"),
      (
        .sample(
          "A",
          allowances: [.init(rule: .cycle, type: "B", reason: "so"), .init(rule: .argument, type: nil, reason: "no")]),
        "allowed: nothing → cycle of B because \"so\" and argument because \"no\""
      ),
    ] as [(DependencyGraph.Node, String)])
  func `a diff names each changed attribute of a registration`(new: DependencyGraph.Node, text: String) {
    let diff = DependencyGraph([.sample("A")]).diff(DependencyGraph([new]))
    #expect(diff.nodes.changed.map(\.new) == [new])
    #expect(diff.description == "~ App.A: " + text)
  }

  @Test func `a diff reports changed names and a changed number of containers`() {
    let old = DependencyGraph([])
    let new = DependencyGraph(containers: [.init(name: "request"), .init(name: nil)], nodes: [], edges: [])
    let diff = old.diff(new)
    #expect(!diff.isEmpty)
    #expect(diff.containers?.new == new.containers)
    #expect(diff.description == "~ containers: unnamed → \"request\", unnamed")
  }

  @Test(
    arguments: [
      (.sample("A", "B", .lazy), "kind: required → lazy"),
      (.sample("A", "B", to: "B #2"), "from: App.B → App.B #2"),
      (.sample("A", "B", isMissing: true), "from: App.B → nothing, missing: no → yes"),
      (.sample("A", "C"), "need: B → C, from: App.B → App.C"),
      (.sample("A", "B", container: 1), "container: 0 → 1"),
      (.sample("A", "B", position: 2), "site: parameter 1 → parameter 2"),
      (.sample("A", "B", .optional, position: 2), "site: parameter 1 → parameter 2, kind: required → optional"),
    ] as [(DependencyGraph.Edge, String)])
  func `an edge counts as changed if its need, kind, target, container or position differs`(
    new: DependencyGraph.Edge, text: String
  ) {
    let old = Edge.sample("A", "B")
    let diff = diff([old], [new])
    #expect(diff.edges.changed == [.init(old: old, new: new)])
    #expect(diff.edges.added.isEmpty && diff.edges.removed.isEmpty)
    #expect(diff.description == "~ App.A gets B (parameter 1): " + text)
  }

  @Test(
    arguments: [
      // A new first parameter is added, and the other ones are moved.
      (
        [.sample("A", "B"), .sample("A", "C", position: 2)],
        [.sample("A", "X"), .sample("A", "B", position: 2), .sample("A", "C", position: 3)],
        """
        + App.A gets X (parameter 1): required, from App.X
        ~ App.A gets B (parameter 1): site: parameter 1 → parameter 2
        ~ App.A gets C (parameter 2): site: parameter 2 → parameter 3
        """
      ),
      // Two swapped parameters are moved.
      (
        [.sample("A", "B"), .sample("A", "C", position: 2)], [.sample("A", "C"), .sample("A", "B", position: 2)],
        """
        ~ App.A gets C (parameter 2): site: parameter 2 → parameter 1
        ~ App.A gets B (parameter 1): site: parameter 1 → parameter 2
        """
      ),
      // Declared dependencies are matched by type, and properties by name.
      (
        [
          .sample("A", "B", site: .declared, position: nil),
          .sample("A", "P", site: .property, position: nil, property: "p"),
        ],
        [
          .sample("A", "C", site: .declared, position: nil),
          .sample("A", "Q", site: .property, position: nil, property: "p"),
        ],
        """
        - App.A gets B (declared): required, from App.B
        + App.A gets C (declared): required, from App.C
        ~ App.A gets P (property p): need: P → Q, from: App.P → App.Q
        """
      ),
    ] as [([DependencyGraph.Edge], [DependencyGraph.Edge], String)])
  func `a diff matches a moved parameter, a property and a declared dependency`(
    old: [DependencyGraph.Edge], new: [DependencyGraph.Edge], text: String
  ) {
    #expect(diff(old, new).description == text)
  }

  @Test func `a replaced element of a collection is removed and added in a diff, not changed`() {
    let diff = diff(
      [.sample("A", "P", .collection, to: "P"), .sample("A", "P", .collection, to: "P #2")],
      [.sample("A", "P", .collection, to: "P #2"), .sample("A", "P", .collection, to: "P #3")])
    #expect([diff.edges.removed, diff.edges.added].map { $0.map(\.to) } == [["App.P"], ["App.P #3"]])
    #expect(diff.edges.changed.isEmpty)
  }

  @Test func `a diff removes the edges of a removed registration whose number another one takes over`() {
    let old = DependencyGraph(
      [.sample("S"), .sample("S", .singleton, id: "App.S #2"), .sample("S", .transient, id: "App.S #3")],
      [.sample("S #2", "X"), .sample("S #3", "X")])
    let new = DependencyGraph([.sample("S"), .sample("S", .transient, id: "App.S #2")], [.sample("S #2", "X")])
    let diff = old.diff(new)
    #expect([diff.nodes.removed.map(\.id), diff.edges.removed.map(\.from)] == [["App.S #2"], ["App.S #2"]])
    #expect(diff.edges.added.isEmpty && diff.edges.changed.isEmpty)
  }

  @Test func `a diff does not match edges of different registrations or sites`() {
    let diff = diff([.sample("A", "B")], [.sample("C", "B"), .sample("A", "B", site: .property)])
    #expect(diff.edges.removed.count == 1 && diff.edges.added.count == 2)
    #expect(diff.edges.changed.isEmpty)
  }

  @Test func `a reverse diff swaps added and removed registrations and edges, and the old and new values`() {
    for (one, other) in [(DependencyGraph.small, DependencyGraph.family), (.small, .changedSmall)] {
      let diff = one.diff(other)
      let back = other.diff(one)
      #expect(!diff.nodes.isEmpty && !diff.edges.isEmpty)
      #expect(Set(diff.nodes.added) == Set(back.nodes.removed))
      #expect(Set(diff.nodes.removed) == Set(back.nodes.added))
      #expect(Set(diff.nodes.changed.map { [$0.old, $0.new] }) == Set(back.nodes.changed.map { [$0.new, $0.old] }))
      #expect(Set(diff.edges.added) == Set(back.edges.removed))
      #expect(Set(diff.edges.removed) == Set(back.edges.added))
      #expect(Set(diff.edges.changed.map { [$0.old, $0.new] }) == Set(back.edges.changed.map { [$0.new, $0.old] }))
    }
    let changes = DependencyGraph.small.diff(.changedSmall)
    #expect(!changes.nodes.changed.isEmpty && !changes.edges.changed.isEmpty)
  }

  @Test func `the description of a diff equals its golden file`() {
    expectGolden(DependencyGraph.small.diff(.changedSmall).description + "\n", "diff.txt")
  }

  @Test(arguments: SampleGraph.allCases)
  func `a graph and a diff are unchanged after a JSON round trip, and the diff of equal graphs is empty`(
    sample: SampleGraph
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(sample.graph)
    let graph = try JSONDecoder().decode(DependencyGraph.self, from: data)
    #expect(graph == sample.graph)
    let none = sample.graph.diff(graph)
    #expect(none.isEmpty && none.description == "no change")
    #expect(try encoder.encode(graph) == data)
    let diff = sample.graph.diff(.changedSmall)
    #expect(try JSONDecoder().decode(GraphDiff.self, from: encoder.encode(diff)) == diff)
  }
}

extension DependencyGraph {
  /// The graph ``small`` after a few changes.
  fileprivate static let changedSmall: DependencyGraph = {
    let nodes: [Node] = small.nodes.filter { $0.key != "Formatter" }.map { node in
      switch node.key {
      case "ImageCache": .sample("ImageCache", .singleton, group: "CacheAssembly")
      case "Legacy": .sample("Legacy", location: "App/New.swift")
      default: node
      }
    }
    let edges: [Edge] = small.edges.filter { $0.need != "Formatter" && $0.to != "App.Plugin #2" }.map { edge in
      switch (edge.from, edge.need) {
      case ("App.Screen", "ImageCache"): .sample("Screen", "ImageCache", position: 1)
      case ("App.Basket", "Clock"): .sample("Basket", "Clock")
      default: edge
      }
    }
    return DependencyGraph(
      nodes + [.sample("Clock", origin: .closure, isOpaque: true)],
      edges + [
        .sample("Legacy", "Clock", .provider), .sample("Legacy", "Theme", .optional, to: .some(nil), position: 2),
      ])
  }()
}

import TestSupport
import Testing

struct WrappedGraphTests {
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register(
        (any Part).self, initializer: { @Sendable (number: Int) -> any Part in Plain("\(number)") })
      try container.register((any Part).self, name: "n") { Plain("n") }.asSingleton()
      try container.register(Int.self) { 7 }
      try container.register(initializer: Whole.init).asSingleton()
      try container.register([Int].self, initializer: { @Sendable (parts: [any Part]) -> [Int] in [parts.count] })
    }
  }

  @Test func `the graph shows a wrapper as a decorator of only the wrapped registration`() throws {
    let container = try makeApp().overriding { overrides in
      try overrides.wrap((any Part).self) { Around($0) }
      try overrides.wrap((any Part).self, name: "n", initializer: Around.init)
    }
    let graph = container.graph
    #expect(
      graph.nodes.map(\.key) == [
        "Part", "Part named \"n\"", "Int", "Whole", "[Int]", "Part (decorator)", "Part named \"n\" (decorator)",
      ])
    func edges(from key: String) -> [String] {
      guard let id = graph.nodes.first(where: { $0.key == key })?.id else { return [] }
      return graph.edges(from: id).map(\.description)
    }
    #expect(edges(from: "Part (decorator)") == ["decorates Part"])
    #expect(edges(from: "Part named \"n\" (decorator)") == ["decorates Part named \"n\""])
    #expect(edges(from: "Whole") == ["gets Part as parameter 1"])
    let elements = graph.edges.filter { $0.kind == .collection }.compactMap { $0.to.flatMap(graph.node)?.key }
    #expect(elements == ["Part", "Part named \"n\""])
    #expect(try container.resolve([Int].self) == [2])
    try container.validate()
    #expect(!graph.mermaid.contains("0x"))
  }

  @Test func `forks with the same overrides have equal graphs`() throws {
    func graph() throws -> DependencyGraph {
      try makeApp().overriding { overrides in
        try overrides.wrap((any Part).self) { Around($0) }
        try overrides.wrap((any Part).self) { Around($0) }
        try overrides.replace((any Part).self, name: "n") { Plain("mock") }
        try overrides.add(String.self) { "" }
      }.graph
    }
    let first = try graph()
    for _ in 0..<3 { #expect(try graph() == first) }
    #expect(try graph().mermaid == first.mermaid)
    #expect(Set(first.nodes.map(\.id)).count == first.nodes.count)
  }

  @Test func `a fork with no override, or one of equal wiring, has the graph of its original`() throws {
    let parent = try Container { container in
      try container.register(Plain.self) { Plain("a") }.implements((any Part).self) { $0 }
      try container.register((any Part).self) { Plain("b") }
      try container.contribute((any Part).self) { Plain("c") }
      try container.register((any Part).self, name: "n") { Plain("n") }.asSingleton()
    }
    let app = parent.makeChild()
    try app.register((any Part).self) { Plain("d") }
    try app.contribute((any Part).self) { Plain("e") }
    let same = try app.overriding { _ in }
    let replaced = try app.overriding { try $0.replace((any Part).self, name: "n") { Plain("mock") } }
    for graph in try [same, replaced, same.overriding { _ in }].map(\.graph) {
      #expect(app.graph.diff(graph).description == "no change")
      // The properties that distinguish nodes with the same printed key.
      let (nodes, originals) = (graph.nodes, app.graph.nodes)
      #expect(nodes.map(\.id) == originals.map(\.id) && nodes.map(\.origin) == originals.map(\.origin))
      #expect(nodes.map(\.isContribution) == originals.map(\.isContribution))
      #expect(nodes.map(\.container) == originals.map(\.container))
    }
    let wrapped = try app.overriding { overrides in
      for _ in 1...2 { try overrides.wrap((any Part).self, name: "n") { Around($0) } }
    }
    #expect(try wrapped.overriding { _ in }.graph == wrapped.graph)
  }

  @Test func `validation of a fork reports a loop in the same words as for its original`() throws {
    let app = try Container { container in
      try container.register(initializer: Hen.init)
      try container.register(initializer: Egg.init)
      try container.register(initializer: Hen.init)
    }
    let thrown = error(GraphError.self) { try app.validate() }
    #expect(thrown?.findings.first?.node?.key == "WrappedGraphTests.Egg")
    let fork = try app.overriding { _ in }
    #expect(error(GraphError.self) { try fork.validate() }?.description == thrown?.description)
  }

  private final class Hen: Sendable { init(_ egg: Egg) {} }
  private final class Egg: Sendable { init(_ hen: Hen) {} }

  @Test(arguments: AnyScope.allCases)
  func `validation accepts a synchronous wrapper around an asynchronous original`(scope: AnyScope) async throws {
    let app = try Container { container in
      scope.apply(to: try container.register((any Part).self) { await later(Plain("async")) })
      scope.apply(to: try container.register((any Part).self, name: "main") { @MainActor in Plain("main") })
      try container.register(initializer: Whole.init)
    }
    let container = try app.overriding { overrides in
      for name in [nil, "main"] { try overrides.wrap((any Part).self, name: name) { Around($0) } }
    }
    try container.validate()
    let opaque = try app.overriding { overrides in
      for name in [nil, "main"] { try overrides.wrap((any Part).self, name: name) { _, real in Around(real) } }
    }
    try opaque.validate()
    #expect(try await container.resolve(Whole.self).part.text == "(async)")
    #expect(container.graph.nodes.first { $0.key == "Whole" }?.effect.isAsynchronous == true)
  }

  @Test func `validation reports missing dependencies of a wrapper and its original`() throws {
    let app = try Container { container in
      try container.register((any Part).self, initializer: { @Sendable (text: String) -> any Part in Plain(text) })
      try container.register(initializer: Whole.init)
    }
    let container = try app.overriding { try $0.wrap((any Part).self, initializer: Counted.init(real:number:)) }
    let thrown = error(GraphError.self) { try container.validate() }
    #expect(thrown?.findings.map(\.rule.rawValue) == ["argument", "argument"])
    #expect(thrown?.findings.compactMap(\.need?.description).sorted() == ["Int", "String"])
    let mended = try app.overriding { try $0.replace((any Part).self) { Plain("mock") } }
    try mended.validate()
  }
}

import AstrojectGraph
import Testing

struct DependsOnTests {
  private let container = Container()

  private func expectEdges(
    _ expected: String..., at location: SourceLocation = #_sourceLocation, _ say: (Registration<Cast.A>) -> Void
  ) throws {
    let container = Container()
    say(try container.register(Cast.A.self) { Cast.A() })
    let edges = container.graph.edges.map { "\($0.kind) \($0.need.shortened)\($0.isMissing ? " missing" : "")" }
    #expect(edges == expected, sourceLocation: location)
  }

  @Test func `a closure declares dependencies of one type or several, in every derived form`() throws {
    try expectEdges("required B missing") { $0.depends(on: Cast.B.self) }
    try expectEdges("required B missing", "optional C", "lazy D missing", "provider E missing", "collection B") {
      $0.depends(on: Cast.B.self, Cast.C?.self, Lazy<Cast.D>.self, Provider<Cast.E>.self, [Cast.B].self)
    }
    try expectEdges("required \(name((any Cast.Face).self).shortened) missing") { $0.depends(on: (any Cast.Face).self) }
    try expectEdges { $0.dependsOnNothing() }
    try expectEdges("resolver Resolver", "container Container") { $0.depends(on: Resolver.self, Container.self) }
  }

  @Test func `a closure declares a dependency with a name, a key or argument types`() throws {
    try expectEdges("required B named \"main\" missing") { $0.depends(on: Cast.B.self, name: "main") }
    try expectEdges("required B keyed 42 missing") { $0.depends(on: Cast.B.self, key: 42) }
    try expectEdges("required B named \"main\" missing") { $0.depends(on: Cast.B.self, key: "main") }
    try expectEdges("required B with (Int) missing") { $0.depends(on: Cast.B.self, arguments: Int.self) }
    try expectEdges("required B named \"main\" with (Int, String) missing") {
      $0.depends(on: Cast.B.self, name: "main", arguments: Int.self, String.self)
    }
    try expectEdges("lazy B named \"main\" missing") { $0.depends(on: Lazy<Cast.B>.self, name: "main") }
    try expectEdges("optional B keyed 1") { $0.depends(on: Cast.B?.self, key: 1) }
  }

  @Test func `repeated declarations add up, and dependsOnNothing removes none of them`() throws {
    try expectEdges("required B missing", "required C named \"x\" missing") {
      $0.depends(on: Cast.B.self).depends(on: Cast.C.self, name: "x").dependsOnNothing()
    }
  }

  @Test func `a declared dependency that takes arguments is found only if their types are declared too`() throws {
    try container.register(Cast.B.self, argument: Int.self) { _, _ in Cast.B() }.dependsOnNothing()
    try container.register(initializer: { @Sendable (_: Int) in Cast.C() }, with: .argument)
    try container.register(Cast.A.self) { Cast.A() }
      .depends(on: Cast.B.self, arguments: Int.self).depends(on: Cast.C.self, arguments: Int.self)
      .depends(on: Cast.B.self, Cast.C.self)
    #expect(container.verdict() == ["missing-dependency: A → B", "argument: A → C"])
    container.expectEdges(
      "C → nothing argument, parameter 1", "A → B with (Swift.Int) required, declared", "A → C required, declared",
      "A → missing B required, declared", "A → C required, declared")
  }

  @Test func `dependencies can be declared by closures, hooks and contributions, and in custom modifiers`() throws {
    try container.register(Cast.A.self, argument: Int.self) { _, _ in Cast.A() }.depends(on: Cast.E?.self).asShared()
    try container.register(initializer: Cast.B.init).afterInit { _, _ in }.depends(on: Cast.E?.self).asShared()
    try container.contribute(Cast.C.self) { _ in Cast.C() }.asShared().depends(on: Cast.E?.self)
    let graph = container.graph
    #expect(graph.nodes.count == 3)
    for node in graph.nodes {
      #expect(!node.isOpaque, "\(node.id)")
      #expect(node.scope == .singleton, "\(node.id)")
      #expect(node.allowances.map(\.reason) == ["shared"], "\(node.id)")
      #expect(graph.edges(from: node.id).map(\.need.shortened).sorted() == ["E", "Int"], "\(node.id)")
    }
  }
}

extension Registrable {
  /// A custom modifier, as an app may add it.
  @discardableResult
  fileprivate func asShared() -> Self {
    asSingleton().allowing(.captiveDependency, because: "shared").depends(on: Int?.self)
  }
}

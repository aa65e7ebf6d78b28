import TestSupport
import Testing

struct GraphNodeTests {
  private let container = Container()

  @Test func `a node states the key, origin, scope and source location of its registration`() throws {
    try container.wire(Cast.A.self, name: "main", line: 1).asSingleton().eager()
    let node = DependencyGraph.Node.sample(
      "Cast.A named \"main\"", .singleton, id: "AstrojectGraphTests.Cast.A named \"main\"",
      type: "AstrojectGraphTests.Cast.A", origin: .initializer, isEager: true, location: #fileID)
    #expect(container.graph.nodes == [node])
  }

  @Test func `the origin of a node tells closures, initializers, instances and forwardings apart`() throws {
    try container.register(initializer: Cast.A.init).implements((any Cast.Face).self)
    try container.register(Cast.B.self) { Cast.B() }
    try container.register(instance: Cast.C())
    try container.register(injectable: Ready.self)
    try container.contribute((any Cast.Face).self) { Cast.B() }
    try container.contribute((any Cast.Face).self, initializer: Cast.C.init)
    let origins = container.graph.nodes.map { "\($0.key): \($0.origin)\($0.isContribution ? ", contributed" : "")" }
    #expect(
      origins.map(\.shortened) == [
        "A: initializer", "\(name((any Cast.Face).self).shortened): forwarding", "B: closure", "C: instance",
        "GraphNodeTests.Ready: initializer".shortened,
        "\(name((any Cast.Face).self).shortened): closure, contributed",
        "\(name((any Cast.Face).self).shortened): initializer, contributed",
      ])
  }

  @Test(
    arguments: [
      (ScopeCase.unsaid, DependencyGraph.Node.Scope.graph), (.graph, .graph), (.transient, .transient),
      (.singleton, .singleton), (.disposable, .disposableSingleton), (.weak, .weak), (.scoped, .scoped),
      (.named, .scoped), (.shared, .custom), (.perContainer, .customPerContainer),
    ])
  func `a node states the scope of its registration and the container that the scope names`(
    scope: ScopeCase, expected: DependencyGraph.Node.Scope
  ) throws {
    scope.apply(to: try container.wire(Cast.A.self)).implements((any Cast.Mask).self)
    #expect(try container.node(Cast.A.self).scope == expected)
    #expect(try container.node(Cast.A.self).keeper == (scope == .named ? "request" : nil))
    #expect(try container.node((any Cast.Mask).self).scope == .forwarded)
  }

  @Test func `an instance is a singleton node, or a transient one if it is owned externally`() throws {
    let mine = Cast.B()
    try container.register(instance: Cast.A())
    try container.register(instance: mine).ownedExternally()
    #expect(try [container.node(Cast.A.self).scope, container.node(Cast.B.self).scope] == [.singleton, .transient])
    #expect(try !container.node(Cast.A.self).isOpaque)
    withExtendedLifetime(mine) {}
  }

  @Test func `changing a scope updates the node and removes the name of its container`() throws {
    let registration = try container.wire(Cast.A.self).asScoped(to: "request")
    registration.asScoped()
    #expect(try container.node(Cast.A.self).keeper == nil)
    registration.asScoped(to: "request").asTransient()
    #expect(try container.node(Cast.A.self).scope == .transient)
    #expect(try container.node(Cast.A.self).keeper == nil)
  }

  @Test func `nodes are in registration order across a container and its parents`() throws {
    let parent = try Container { try $0.wire(Cast.A.self) }
    let child = try parent.makeChild(named: "child") { try $0.wire(Cast.B.self) }
    try parent.wire(Cast.C.self)
    try child.wire(Cast.D.self)
    let graphs = [child.graph, parent.graph]
    #expect(graphs.map { $0.nodes.map(\.key.shortened) } == [["A", "B", "C", "D"], ["A", "C"]])
    #expect(graphs[0].nodes.map(\.container) == [1, 0, 1, 0])
    #expect(graphs.map { $0.containers.map(\.name) } == [["child", nil], [nil]])
  }

  @Test func `a registration shadows those of its parents under the same key, except contributions`() throws {
    let top = Container()
    try top.wire("A", "B")
    try top.contribute((any Cast.Face).self) { Cast.A() }
    try top.wire(Cast.C.self, name: "other")
    let middle = try top.makeChild { try $0.wire(Cast.A.self) }
    let bottom = middle.makeChild()
    try bottom.wire("A", "C")
    try bottom.contribute((any Cast.Face).self) { Cast.A() }
    let graph = bottom.graph
    #expect(
      graph.nodes.filter(\.isShadowed).map(\.id) == ["AstrojectGraphTests.Cast.A", "AstrojectGraphTests.Cast.A #2"])
    #expect(graph.nodes.filter { $0.key == "Cast.A" }.map(\.container) == [2, 1, 0])
    #expect(graph.nodes.filter { $0.key == "Cast.A" }.map(\.isShadowed) == [true, true, false])
  }

  @Test func `a forwarding of a child does not shadow a protected registration of its parent`() throws {
    let parent = Container()
    try parent.register((any Cast.Face).self, isOverridable: false) { Cast.C() }.dependsOnNothing()
    try parent.register((any Cast.Mask).self) { Cast.A() }.dependsOnNothing()
    let child = parent.makeChild()
    #expect(throws: AstrojectError.self) { try child.register((any Cast.Face).self) { Cast.C() } }
    try child.wire(Cast.A.self).implements((any Cast.Face).self).implements((any Cast.Mask).self)
    #expect(child.graph.nodes.filter(\.isShadowed).filter { $0.container == 1 }.map(\.key) == ["Cast.Mask"])
    #expect(try child.resolve((any Cast.Face).self) is Cast.C)
    #expect(try child.resolve((any Cast.Mask).self) is Cast.A)
  }

  @Test func `a child's registration does not shadow one that a parent's singleton uses`() throws {
    let parent = try Container { try $0.wire("A", "B → A: singleton") }
    let child = try parent.makeChild { try $0.wire(Cast.A.self) }
    let graph = child.graph
    #expect(graph.nodes.filter(\.isShadowed).isEmpty)
    #expect(graph.edges.map(\.to) == ["AstrojectGraphTests.Cast.A"])
    #expect(graph.edges.map(\.container) == [1])
  }

  @Test func `a graph has no replaced, unregistered, cleared, uncommitted or skipped registrations`() throws {
    try container.wire(Cast.A.self).implements((any Cast.Face).self)
    try container.wire(Cast.A.self, Cast.B.self)
    #expect(container.graph.nodes.map(\.key) == ["Cast.A"])
    #expect(container.graph.edges.count == 1)
    try container.wire(Cast.B.self)
    container.unregister(Cast.B.self)
    #expect(container.graph.nodes.map(\.key) == ["Cast.A"])
    #expect(throws: Objection.self) { try container.register(module: Failing()) }
    #expect(container.graph.nodes.map(\.key) == ["Cast.A"])
    try container.register(Cast.A.self, ifRegistered: .keep) { Cast.A() }.asTransient()
    #expect(container.graph.nodes.map(\.scope) == [.graph])
    container.clear()
    #expect(container.graph.nodes.isEmpty && container.graph.edges.isEmpty)
  }

  private struct Ready: AutoInjectable { static let injection = Injection<Ready>(Ready.init) }

  private struct Failing: Module {
    func register(in container: Container) throws {
      try container.wire(Cast.C.self)
      throw Objection()
    }
  }
}

@Suite("Groups in a graph", .ownThreads)
struct GraphGroupTests {
  private let container = Container()

  @Test func `a node states the assembly or the innermost module that made its registration`() throws {
    var groups: [String] { container.graph.nodes.map { "\($0.key.shortened): \($0.group?.shortened ?? "none")" } }
    let face = name((any Cast.Face).self).shortened
    try container.wire(Cast.A.self)
    try Assembler(container: container, assemblies: [Outer()])
    let outer = ["A: none", "B: Outer", "C: Outer", "\(face): Outer"]
    #expect(groups == outer + ["D named \"inner\": Inner", "E: Outer"])
    try container.register(module: Inner())
    #expect(groups == outer + ["E: Outer", "D named \"inner\": Inner"])
  }

  @Test func `the registrations of a child container made inside a module belong to no group`() throws {
    let made = Guarded<Container?>(nil)
    try container.register(
      module: Closure { container in
        try container.wire(Cast.A.self)
        let child = container.makeChild()
        try child.wire(Cast.B.self)
        made.withLock { $0 = child }
      })
    let child = try #require(made.now)
    #expect(child.graph.nodes.map { $0.group == nil } == [false, true])
  }

  @Test func `a graph taken inside a module contains the registrations made so far`() throws {
    let graphs = Guarded<[DependencyGraph]>([])
    try container.wire("A", "B")
    try container.register(
      module: Closure { container in
        try container.wire(Cast.A.self, Cast.C.self)
        container.unregister(Cast.B.self)
        let graph = container.graph
        #expect(container.findings().map(\.rule) == [.missingDependency])
        graphs.withLock { $0.append(graph) }
        try container.wire(Cast.C.self)
        try container.validate()
      })
    let inside = try #require(graphs.now.first)
    #expect([inside, container.graph].map { $0.nodes.map(\.key) } == [["Cast.A"], ["Cast.A", "Cast.C"]])
    #expect(inside.outline == ["A → missing C required, parameter 1"])
  }

  @Test func `a graph taken by another thread contains no registration of an unfinished module`() async throws {
    try container.wire(Cast.A.self)
    let (isInside, isSeen) = (Gate(), Gate())
    async let registering: Void = onThread {
      try container.register(
        module: Closure { container in
          try container.wire(Cast.B.self)
          isInside.open()
          isSeen.wait()
        })
    }
    await isInside.pass()
    #expect(container.graph.nodes.map(\.key) == ["Cast.A"])
    isSeen.open()
    try await registering
    #expect(container.graph.nodes.map(\.key) == ["Cast.A", "Cast.B"])
  }

  private struct Outer: Assembly {
    func assemble(container: Container) throws {
      try container.wire(Cast.B.self)
      try container.wire(Cast.C.self).implements((any Cast.Face).self)
      try container.register(module: Inner())
      try container.wire(Cast.E.self)
    }
  }

  private struct Inner: Module {
    func register(in container: Container) throws { try container.wire(Cast.D.self, name: "inner") }
  }

  struct Closure: Module {
    let body: (Container) throws -> Void
    func register(in container: Container) throws { try body(container) }
  }
}

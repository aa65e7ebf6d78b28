import Foundation
import AstrojectGraph
import TestSupport
import Testing

@Suite("Nodes of a graph")
struct GraphNodeTests {
  @Test("a node says what was registered, how, and where")
  func contents() throws {
    let container = Container()
    let line: UInt = #line + 1
    try container.wire(Cast.A.self, name: "main").asSingleton().eager()
    let node = try #require(container.graph.nodes.first)
    #expect(container.graph.nodes.count == 1)
    #expect(node.id == "AstrojectGraphTests.Cast.A named \"main\"")
    #expect(node.key == "Cast.A named \"main\"")
    #expect(node.origin == .initializer)
    #expect(node.scope == .singleton)
    #expect(node.keeper == nil)
    #expect(node.effect == node.ownEffect)
    #expect(!node.effect.isAsynchronous && !node.effect.isOnMainActor)
    #expect(!node.isOpaque)
    #expect(node.isEager)
    #expect(!node.isContribution)
    #expect(!node.isShadowed)
    #expect(node.container == 0)
    #expect(node.group == nil)
    #expect(node.location == "\(#fileID):\(line)")
    #expect(node.allowances.isEmpty)
  }

  @Test("every form of registering has an origin")
  func origins() throws {
    let container = Container()
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
    "every scope has its name",
    arguments: [
      (ScopeCase.unsaid, DependencyGraph.Node.Scope.graph), (.graph, .graph), (.transient, .transient),
      (.singleton, .singleton), (.disposable, .disposableSingleton), (.weak, .weak), (.scoped, .scoped),
      (.named, .scoped), (.shared, .custom), (.perContainer, .customPerContainer),
    ])
  func scopes(scope: ScopeCase, expected: DependencyGraph.Node.Scope) throws {
    let container = Container()
    scope.apply(to: try container.wire(Cast.A.self)).implements((any Cast.Mask).self)
    #expect(try container.node(Cast.A.self).scope == expected)
    #expect(try container.node(Cast.A.self).keeper == (scope == .named ? "request" : nil))
    #expect(try container.node((any Cast.Mask).self).scope == .forwarded)
  }

  @Test("a custom scope for anything leaves the type of an initializer as it is")
  func customScopes() throws {
    let container = Container()
    try container.register(initializer: Cast.A.init).as(AnyShelf())
    try container.register(initializer: Cast.B.init).as { AnyShelf() }
    #expect(container.graph.nodes.map(\.key.shortened) == ["A", "B"])
  }

  @Test("an instance made elsewhere is a singleton, or transient where the container does not own it")
  func instances() throws {
    let container = Container()
    let mine = Cast.B()
    try container.register(instance: Cast.A())
    try container.register(instance: mine).ownedExternally()
    #expect(try container.node(Cast.A.self).scope == .singleton)
    #expect(try container.node(Cast.B.self).scope == .transient)
    #expect(try !container.node(Cast.A.self).isOpaque)
    withExtendedLifetime(mine) {}
  }

  @Test("changing the scope changes the node, and a keeper that is no longer named is gone")
  func rescoped() throws {
    let container = Container()
    let registration = try container.wire(Cast.A.self).asScoped(to: "request")
    registration.asScoped()
    #expect(try container.node(Cast.A.self).keeper == nil)
    registration.asScoped(to: "request").asTransient()
    #expect(try container.node(Cast.A.self).scope == .transient)
    #expect(try container.node(Cast.A.self).keeper == nil)
  }

  @Test("allowances are told with their rule, type and reason")
  func allowances() throws {
    let container = Container()
    try container.wire(Cast.A.self)
      .allowing(.cycle, because: "one").allowing(.captiveDependency, of: Cast.B.self, because: "two")
    let allowances = try container.node(Cast.A.self).allowances
    #expect(allowances.map(\.rule) == [.cycle, .captiveDependency])
    #expect(allowances.map(\.type) == [nil, "Cast.B"])
    #expect(allowances.map(\.reason) == ["one", "two"])
  }

  @Test("registrations are in the order in which they were made, whichever container has them")
  func order() throws {
    let parent = Container()
    try parent.wire(Cast.A.self)
    let child = parent.makeChild(named: "child")
    try child.wire(Cast.B.self)
    try parent.wire(Cast.C.self)
    try child.wire(Cast.D.self)
    #expect(child.graph.nodes.map(\.key.shortened) == ["A", "B", "C", "D"])
    #expect(child.graph.nodes.map(\.container) == [1, 0, 1, 0])
    #expect(child.graph.containers.map(\.name) == ["child", nil])
    #expect(parent.graph.nodes.map(\.key.shortened) == ["A", "C"])
    #expect(parent.graph.containers.map(\.name) == [nil])
  }

  @Test("what a child has registered itself shadows its parents' registration, unless that is protected or contributed")
  func shadowed() throws {
    let top = Container()
    try top.wire(Cast.A.self)
    try top.wire(Cast.B.self)
    try top.contribute((any Cast.Face).self) { Cast.A() }
    try top.wire(Cast.C.self, name: "other")
    let middle = top.makeChild()
    try middle.wire(Cast.A.self)
    let bottom = middle.makeChild()
    try bottom.wire(Cast.A.self)
    try bottom.wire(Cast.C.self)
    try bottom.contribute((any Cast.Face).self) { Cast.A() }
    let graph = bottom.graph
    #expect(
      graph.nodes.filter(\.isShadowed).map(\.id) == ["AstrojectGraphTests.Cast.A", "AstrojectGraphTests.Cast.A #2"])
    #expect(graph.nodes.filter { $0.key == "Cast.A" }.map(\.container) == [2, 1, 0])
    #expect(graph.nodes.filter { $0.key == "Cast.A" }.map(\.isShadowed) == [true, true, false])
  }

  @Test("a parent's registration that its own singleton still uses is not shadowed, though the child has another")
  func shadowedForTheChildAlone() throws {
    let parent = Container()
    try parent.wire(Cast.A.self)
    try parent.wire(Cast.B.self, Cast.A.self).asSingleton()
    let child = parent.makeChild()
    try child.wire(Cast.A.self)
    let graph = child.graph
    #expect(graph.nodes.filter(\.isShadowed).isEmpty)
    #expect(graph.edges.map(\.to) == ["AstrojectGraphTests.Cast.A"])
    #expect(graph.edges.map(\.container) == [1])
  }

  @Test("what is replaced, unregistered, cleared or not committed is not in the graph")
  func gone() throws {
    let container = Container()
    try container.wire(Cast.A.self).implements((any Cast.Face).self)
    try container.wire(Cast.A.self, Cast.B.self)
    #expect(container.graph.nodes.map(\.key) == ["Cast.A"])
    #expect(container.graph.edges.count == 1)
    try container.wire(Cast.B.self)
    container.unregister(Cast.B.self)
    #expect(container.graph.nodes.map(\.key) == ["Cast.A"])
    #expect(throws: Objection.self) { try container.register(module: Failing()) }
    #expect(container.graph.nodes.map(\.key) == ["Cast.A"])
    container.clear()
    #expect(container.graph.nodes.isEmpty)
    #expect(container.graph.edges.isEmpty)
  }

  @Test("a detached registration is not in the graph")
  func detached() throws {
    let container = Container()
    try container.wire(Cast.A.self).asSingleton()
    try container.register(Cast.A.self, ifRegistered: .keep) { Cast.A() }.asTransient()
    #expect(container.graph.nodes.map(\.scope) == [.singleton])
  }

  @Test("a graph is a value: what is registered later is not in it")
  func value() throws {
    let container = Container()
    try container.wire(Cast.A.self)
    let before = container.graph
    try container.wire(Cast.B.self)
    #expect(before.nodes.count == 1)
    #expect(container.graph.nodes.count == 2)
    #expect(before != container.graph)
  }

  private struct Ready: AutoInjectable {
    static let injection = Injection<Ready>(Ready.init)
  }

  private struct Failing: Module {
    func register(in container: Container) throws {
      try container.wire(Cast.C.self)
      throw Objection()
    }
  }
}

@Suite("Groups in a graph")
struct GraphGroupTests {
  @Test("registrations say which assembly or module has made them")
  func groups() throws {
    let container = Container()
    try container.wire(Cast.A.self)
    try Assembler(container: container, assemblies: [Outer()])
    try container.register(module: Inner())
    let groups = container.graph.nodes.map { "\($0.key.shortened): \($0.group?.shortened ?? "none")" }
    #expect(
      groups == [
        "A: none", "B: Outer", "C: Outer", "\(name((any Cast.Face).self).shortened): Outer", "E: Outer",
        "D named \"inner\": Inner",
      ])
  }

  @Test("a module inside an assembly is the group of what it registers")
  func nested() throws {
    let container = Container()
    try Assembler(container: container, assemblies: [Outer()])
    #expect(container.graph.nodes.map { $0.group?.shortened } == ["Outer", "Outer", "Outer", "Inner", "Outer"])
  }

  @Test("what a child gets that is made inside an assembly belongs to no group")
  func childInside() throws {
    let made = Guarded<Container?>(nil)
    let container = Container()
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

  @Test("a graph taken while an assembly registers has what it has registered so far")
  func inside() throws {
    let graphs = Guarded<[DependencyGraph]>([])
    let container = Container()
    try container.wire(Cast.A.self)
    try container.wire(Cast.B.self)
    try container.register(
      module: Closure { container in
        try container.wire(Cast.A.self, Cast.C.self)
        container.unregister(Cast.B.self)
        let graph = container.graph
        let findings = container.findings()
        #expect(findings.map(\.rule) == [.missingDependency])
        graphs.withLock { $0.append(graph) }
        try container.wire(Cast.C.self)
        try container.validate()
      })
    let inside = try #require(graphs.now.first)
    #expect(inside.nodes.map(\.key) == ["Cast.A"])
    #expect(inside.outline == ["A → missing C required, parameter 1"])
    #expect(container.graph.nodes.map(\.key) == ["Cast.A", "Cast.C"])
  }

  @Test("a graph taken by another thread while an assembly registers has nothing of it yet")
  func outside() async throws {
    let container = Container()
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

  private struct Closure: Module {
    let body: (Container) throws -> Void
    func register(in container: Container) throws { try body(container) }
  }
}

import TestSupport
import Testing

private protocol Store: Sendable {}
private final class Disk: Store { init() {} }
private final class Cached: Store { init(_ store: any Store, clock: Clock) {} }
private final class Logged: Store { init(_ store: any Store) {} }
private final class Clock: Sendable { init() {} }
private final class User: Sendable { init(_ store: any Store) {} }
private final class All: Store { init(stores: [any Store]) {} }

extension String {
  fileprivate var bare: String { replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "").withoutSuites }
}

struct DecoratorGraphTests {
  private let container = Container()

  private func lines(_ graph: DependencyGraph) -> [String] {
    graph.description.replacing(/, registered at [^,\n]*/, with: "").split(separator: "\n").map { "\($0)".bare }
  }

  @Test func `each decorator is a node with edges to the node it decorates and to its dependencies`() throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    try container.register(initializer: Clock.init).asSingleton()
    try container.register(initializer: User.init)
    try container.decorate((any Store).self, initializer: Cached.init(_:clock:))
    try container.decorate((any Store).self) { _, store in store }.depends(on: Clock.self)
    #expect(
      lines(container.graph) == [
        "5 registrations:",
        "  Store (singleton)",
        "  Clock (singleton)",
        "  User (graph)",
        "    gets Store as parameter 1",
        "  Store (decorator)",
        "    gets Clock as parameter 2",
        "    decorates Store",
        "  Store (decorator)",
        "    gets Clock in its closure",
        "    decorates Store",
      ])
    #expect(container.graph.nodes.map(\.isDecorator) == [false, false, false, true, true])
    #expect(container.graph.nodes.allSatisfy { !$0.isShadowed })
    try container.validate()
  }

  @Test func `decorators have edges to contributions, factories with arguments and forwardings of their key`() throws {
    try container.register((any Store).self, initializer: Disk.init)
    try container.contribute((any Store).self, initializer: Disk.init)
    try container.register((any Store).self, argument: Int.self) { _, _ in Disk() }
    try container.register((any Store).self, name: "n", initializer: Disk.init)
    try container.decorate((any Store).self, initializer: Logged.init)
    let child = container.makeChild()
    try child.decorate((any Store).self, initializer: Logged.init)
    #expect(container.graph.edges.count { $0.kind == .decorates } == 3)
    #expect(child.graph.edges.count { $0.kind == .decorates } == 6)
    let other = Container()
    try other.register(initializer: Disk.init).asSingleton().implements((any Store).self)
    try other.decorate((any Store).self, initializer: Logged.init)
    let forwarding = try #require(other.graph.nodes.first { $0.origin == .forwarding })
    #expect(other.graph.edges.filter { $0.kind == .decorates }.map(\.to) == [forwarding.id])
  }

  @Test func `a diff adds a decorator and its edge, which pictures label, and a fork has an equal graph`() throws {
    try container.register((any Store).self, initializer: Disk.init)
    let plain = container.graph
    try container.decorate((any Store).self, initializer: Logged.init)
    let decorated = container.graph
    let difference = plain.diff(decorated)
    #expect(difference.nodes.added.map(\.isDecorator) == [true])
    #expect(difference.edges.added.map(\.kind) == [.decorates])
    #expect(difference.nodes.removed.isEmpty && difference.edges.removed.isEmpty)
    #expect(decorated.mermaid.contains("n1 -->|\"decorates\"| n0"))
    #expect(decorated.dot.contains("n1 -> n0 [label=\"decorates\""))
    #expect(try container.overriding { _ in }.graph == decorated)
  }

  @Test func `a dependent of a decorated registration has the effects of its decorators`() throws {
    try container.register((any Store).self, initializer: Disk.init)
    try container.register(initializer: User.init)
    let plain = try #require(container.graph.nodes.first { $0.key.hasSuffix("User") })
    #expect(!plain.effect.isAsynchronous && !plain.effect.isOnMainActor)
    try container.decorate((any Store).self, initializer: Injection { @MainActor (store: any Store) in store })
    try container.decorate((any Store).self) { _, store in await later(store) }.dependsOnNothing()
    let user = try #require(container.graph.nodes.first { $0.key.hasSuffix("User") })
    #expect(user.effect.isAsynchronous && user.effect.isOnMainActor && !user.isOpaque)
  }

  // MARK: Findings

  @Test func `a missing dependency of a decorator is reported with the path that leads to it`() throws {
    try container.register((any Store).self, initializer: Disk.init)
    try container.register(initializer: User.init)
    try container.decorate((any Store).self, initializer: Cached.init(_:clock:))
    let finding = try #require(container.graphReport(roots: User.self).findings.first)
    #expect(finding.rule == .missingDependency)
    #expect(finding.path.map { $0.key.bare } == ["User", "Store", "Store (decorator)"])
  }

  @Test func `a decorator whose dependency needs the decorated registration is reported as a cycle`() throws {
    try container.register((any Store).self, initializer: Disk.init)
    try container.register(initializer: User.init)
    try container.decorate((any Store).self) { _, store in store }.depends(on: User.self)
    let finding = try #require(container.graphReport().findings.first)
    #expect(finding.rule == .cycle)
    #expect(finding.nodes.map { $0.key.bare } == ["Store", "Store (decorator)", "User", "Store"])
    #expect(finding.description.contains("is decorated"))
    #expect(finding.description.contains("Remedy: have the initializer of"))
  }

  @Test func `what a decorator of several registrations takes wrongly is reported once, and an argument at its line`()
    throws
  {
    final class Sized: Store { init(_ store: any Store, size: Int) {} }
    final class Pair: Store { init(_ store: any Store, sizes: Int, _ size: Int) {} }
    final class Keeper: Store { init(_ store: any Store, container: Container) {} }
    let contribution = try container.contribute((any Store).self, initializer: Disk.init).asSingleton()
    try container.contribute((any Store).self, initializer: Disk.init).asSingleton()
    try container.decorate((any Store).self, initializer: Injection(Sized.init, with: .auto, .argument))
    try container.decorate((any Store).self, initializer: Pair.init)
    try container.decorate((any Store).self, initializer: Keeper.init)
    try container.decorate((any Store).self) { _, store in store }.depends(on: [any Store].self)
    let findings = container.findings(externals: Int.self)
    #expect(findings.map(\.rule) == [.cycle, .containerKept, .argument])
    #expect(findings.last?.location == container.graph.nodes.first { $0.isDecorator }?.location)
    #expect(
      findings.last?.headline.bare == """
        Store (decorator) takes an argument of type Int as parameter 2 of 2, and what it decorates passes none.
        """)
    // What one decorated registration allows is still reported of the other.
    contribution.allowing(.cycle, because: "it is not resolved").allowing(.containerKept, because: "it is never freed")
    #expect(container.findings(externals: Int.self).map(\.rule) == [.cycle, .containerKept, .argument])
  }

  @Test func `a scoped dependency of a singleton's decorator is reported as a captive`() throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    try container.register(initializer: Clock.init).asScoped()
    try container.decorate((any Store).self, initializer: Cached.init(_:clock:))
    let report = container.graphReport()
    #expect(report.findings.map(\.rule) == [.captiveDependency])
    #expect(report.findings.first?.nodes.map { $0.key.bare } == ["Store", "Store (decorator)", "Clock"])
    #expect(report.description.bare.contains("Remedy: give Store the same scope: `.asScoped()`"))
  }

  @Test func `an idle decorator is reported unless a child registers its key or an allowance silences it`() throws {
    let decoration = try container.decorate((any Store).self, initializer: Logged.init)
    let report = container.graphReport()
    #expect(report.findings.map(\.rule) == [.idleDecorator])
    #expect(
      report.findings.first?.description.bare.replacing(/Registered at: .*/, with: "Registered at: …") == """
        idle-decorator: Store (decorator) decorates nothing: no registration with its key is built here or in a child.
        Registered at: …
        Remedy: register the service that it decorates, under the same name or key; or remove it; or silence it, if a child \
        registers that service: `.allowing(.idleDecorator, because: …)`.
        """)
    #expect(throws: GraphError.self) { try container.validate() }
    let child = container.makeChild()
    #expect(child.graphReport().findings.map(\.rule) == [.idleDecorator])
    try child.register((any Store).self, initializer: Disk.init)
    try container.validate()
    try child.validate()
    child.unregister((any Store).self)
    #expect(throws: GraphError.self) { try container.validate() }
    decoration.allowing(.idleDecorator, because: "features bring stores")
    try container.validate()
    #expect(container.graphReport().silenced.map(\.reason) == ["features bring stores"])
    // It takes its dependencies from the child.
    try container.register(given: Clock.self, toChildrenNamed: "request")
    try container.decorate((any Store).self, initializer: Cached.init(_:clock:)).allowing(.idleDecorator, because: "")
    try container.validate()
  }

  @Test func `a child's decorator of a parent's singleton is reported as idle`() throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    let child = container.makeChild()
    try child.decorate((any Store).self, initializer: Logged.init)
    #expect(child.graph.edges.allSatisfy { $0.kind != .decorates })
    #expect(child.graphReport().findings.map(\.rule) == [.idleDecorator])
  }

  // MARK: Traces

  @Test(arguments: Call.allCases)
  func `a trace lists the decorators below a product, and a recorder only the product`(call: Call) async throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    try container.register(initializer: Clock.init)
    try container.decorate((any Store).self, initializer: Cached.init(_:clock:))
    try container.decorate((any Store).self, initializer: Logged.init)
    let (trace, recorder) = (container.resolutionTrace(), container.resolutionRecorder())
    for _ in 0..<2 { _ = try await call.resolve((any Store).self, in: container) }
    #expect(
      trace.undated.bare == """
        Store  singleton  built
        ├─ Store  decorated
        │  └─ Clock  graph  built
        └─ Store  decorated
        Store  singleton  found
        """)
    // They add no edge to the graph.
    #expect(container.graph.adding(observed: trace) == container.graph)
    #expect(recorder.records(of: (any Store).self).count == 2)
  }

  // MARK: Composites

  @Test func `the key of a composite forwards to the composite, which gets all other registrations`() throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    try container.register((any Store).self, composite: All.init(stores:)).asSingleton()
    try container.contribute((any Store).self, initializer: Disk.init)
    try container.register(initializer: User.init)
    #expect(
      lines(container.graph) == [
        "4 registrations, 1 forwarding:",
        "  Store (singleton)",
        "  Store (composite) (singleton)",
        "    gets Store as parameter 1, one of all that are registered",
        "    gets Store as parameter 1, one of all that are registered",
        "  Store (forwarded)",
        "    gets Store (composite), which implements it",
        "  Store (graph, contributed)",
        "  User (graph)",
        "    gets Store as parameter 1",
      ])
    try container.validate()
  }

  @Test(arguments: [false, true])
  func `a child does not build the composite of a parent that it hides`(hidesByComposite: Bool) throws {
    // The composite needs a Clock, which is not registered.
    try container.register((any Store).self, composite: { @Sendable (_: [any Store], _: Clock) in Disk() as any Store })
    let child = container.makeChild()
    try child.register((any Store).self, initializer: Disk.init)
    if hidesByComposite { try child.register((any Store).self, composite: All.init(stores:)) }
    try child.validate(roots: (any Store).self)
    #expect(child.graph.nodes.filter { $0.container == 1 }.map(\.isShadowed) == [true, true])
    #expect(container.graphReport().findings.map(\.rule) == [.missingDependency])
  }
}

import AstrojectGraph
import AstrojectTesting
import Nexus
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

@Suite("A graph with decorators")
struct DecoratorGraphTests {
  private let container = Container()

  private func lines(_ graph: DependencyGraph) -> [String] {
    graph.description.replacing(/, registered at [^,\n]*/, with: "").split(separator: "\n").map { "\($0)".bare }
  }

  @Test("has each as a node, with an edge to what it surrounds, and with what it gets")
  func edges() throws {
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

  @Test("shows one around each of what has its key: contributions, arguments, a forwarding, what a child asks for")
  func targets() throws {
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

  @Test("draws them, and writes what they do at the arrow")
  func pictures() throws {
    try container.register((any Store).self, initializer: Disk.init)
    try container.decorate((any Store).self, initializer: Logged.init)
    #expect(container.graph.mermaid.contains("n1 -->|\"decorates\"| n0"))
    #expect(container.graph.dot.contains("n1 -> n0 [label=\"decorates\""))
  }

  @Test("differs where one comes or goes, and comes back from its encoding")
  func difference() throws {
    try container.register((any Store).self, initializer: Disk.init)
    let plain = container.graph
    try container.decorate((any Store).self, initializer: Logged.init)
    let decorated = container.graph
    let difference = plain.diff(decorated)
    #expect(difference.nodes.added.map(\.isDecorator) == [true])
    #expect(difference.edges.added.map(\.kind) == [.decorates])
    #expect(difference.nodes.removed.isEmpty)
    #expect(decorated.diff(plain).nodes.removed.count == 1)
    #expect(try container.overriding { _ in }.graph == decorated)
  }

  @Test("has the effect of what surrounds in that of what is surrounded, and of who needs it")
  func effects() throws {
    try container.register((any Store).self, initializer: Disk.init)
    try container.register(initializer: User.init)
    try container.decorate((any Store).self) { @MainActor _, store in store }.dependsOnNothing()
    try container.decorate((any Store).self) { _, store in
      await Task.yield()
      return store
    }.dependsOnNothing()
    let user = try #require(container.graph.nodes.first { $0.key.hasSuffix("User") })
    #expect(user.effect.isAsynchronous)
    #expect(user.effect.isOnMainActor)
    #expect(!user.isOpaque)
  }

  // MARK: What is wrong

  @Test("finds what one needs and nothing registers, with the path that leads there")
  func missing() throws {
    try container.register((any Store).self, initializer: Disk.init)
    try container.register(initializer: User.init)
    try container.decorate((any Store).self, initializer: Cached.init(_:clock:))
    let finding = try #require(container.graphReport(roots: User.self).findings.first)
    #expect(finding.rule == .missingDependency)
    #expect(finding.path.map { $0.key.bare } == ["User", "Store", "Store (decorator)"])
  }

  @Test("finds one that leads back to what it surrounds")
  func loop() throws {
    try container.register((any Store).self, initializer: Disk.init)
    try container.register(initializer: User.init)
    try container.decorate((any Store).self) { _, store in store }.depends(on: User.self)
    let finding = try #require(container.graphReport().findings.first)
    #expect(finding.rule == .cycle)
    #expect(finding.nodes.map { $0.key.bare } == ["Store", "Store (decorator)", "User", "Store"])
    #expect(finding.description.contains("is decorated"))
    #expect(finding.description.contains("Remedy: have the initializer of"))
  }

  @Test("finds what one holds that does not live as long as what it surrounds")
  func captive() throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    try container.register(initializer: Clock.init).asScoped()
    try container.decorate((any Store).self, initializer: Cached.init(_:clock:))
    let report = container.graphReport()
    #expect(report.findings.map(\.rule) == [.captiveDependency])
    #expect(report.findings.first?.nodes.map { $0.key.bare } == ["Store", "Store (decorator)", "Clock"])
    #expect(report.description.contains("have the initializer of"))
  }

  @Test("finds one that surrounds nothing; what a child has counts")
  func idle() throws {
    let decoration = try container.decorate((any Store).self, initializer: Logged.init)
    let report = container.graphReport()
    #expect(report.findings.map(\.rule) == [.idleDecorator])
    #expect(
      report.findings.first?.description.bare.replacing(/Registered at: .*/, with: "Registered at: …") == """
        idle-decorator: Store (decorator) decorates nothing: no registration with its key is built here or in a child.
        Registered at: …
        Remedy: register the service that it decorates, under the same name or key; or remove it; or silence it, if a child is \
        to register that: `.allowing(.idleDecorator, because: …)`.
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
  }

  @Test("finds one of a child that surrounds only what its parent keeps")
  func idleInChild() throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    let child = container.makeChild()
    try child.decorate((any Store).self, initializer: Logged.init)
    #expect(child.graph.edges.allSatisfy { $0.kind != .decorates })
    #expect(child.graphReport().findings.map(\.rule) == [.idleDecorator])
  }

  @Test("finds one that is opaque, but not one that says what it resolves")
  func opaque() throws {
    try container.register((any Store).self, initializer: Disk.init)
    let decoration = try container.decorate((any Store).self) { _, store in store }
    #expect(container.graphReport().opaque.map(\.isDecorator) == [true])
    decoration.dependsOnNothing()
    #expect(container.graphReport().opaque.isEmpty)
  }

  // MARK: Traces

  @Test("A trace shows every layer below what it surrounds", arguments: Call.allCases)
  func trace(call: Call) async throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    try container.register(initializer: Clock.init)
    try container.decorate((any Store).self, initializer: Cached.init(_:clock:))
    try container.decorate((any Store).self, initializer: Logged.init)
    let trace = container.resolutionTrace()
    for _ in 0..<2 { _ = try await call.resolve((any Store).self, in: container) }
    #expect(
      trace.text { _ in nil }.bare == """
        Store  singleton  built
        ├─ Store  decorated
        │  └─ Clock  graph  built
        └─ Store  decorated
        Store  singleton  found
        """)
    let observed = container.graph.adding(observed: trace)
    #expect(observed == container.graph)
  }

  @Test("Behaviors see one product", arguments: Call.allCases)
  func behaviors(call: Call) async throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    try container.decorate((any Store).self, initializer: Logged.init)
    let recorder = container.resolutionRecorder()
    _ = try await call.resolve((any Store).self, in: container)
    #expect(recorder.records.count == 1)
  }

  // MARK: Composites

  @Test("leads from the key of a composite to that, and from that to all others")
  func composite() throws {
    try container.register((any Store).self, initializer: Disk.init).asSingleton()
    try container.register((any Store).self, composite: All.init(stores:)).asSingleton()
    try container.contribute((any Store).self, initializer: Disk.init)
    try container.register(initializer: User.init)
    #expect(
      lines(container.graph) == [
        "5 registrations:",
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
}

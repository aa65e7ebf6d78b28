import TestSupport
import Testing

private final class Clock: Sendable {}
private typealias Watch = Wrap<Clock>

private struct ClockModule: Module {
  func register(in container: Container) throws { try container.register(initializer: Clock.init) }
}

struct DefaultScopeTests {
  private let scopes: [(DefaultScope, String)] = [
    (.graph, "graph"), (.transient, "transient"), (.singleton, "singleton"),
    (.disposableSingleton, "disposable singleton"), (.weak, "weak"), (.scoped, "scoped"),
  ]

  /// Returns true if two resolves give one instance.
  private func isShared(_ call: Call, _ container: Container, name: String? = nil) async throws -> Bool {
    let first = try await call.resolve(Clock.self, name: name, in: container)
    return try await call.resolve(Clock.self, name: name, in: container) === first
  }

  @Test(arguments: Call.allCases)
  func `a registration without a scope has that of its container`(call: Call) async throws {
    for scope in DefaultScope.allCases {
      let container = Container(defaultScope: scope)
      try container.register(Clock.self) { Clock() }
      try container.register(initializer: Watch.init)
      #expect(try await isShared(call, container) == (scope != .graph && scope != .transient), "\(scope)")
      try container.register(Clock.self, name: "own") { Clock() }.asSingleton()
      #expect(try await isShared(call, container, name: "own"), "\(scope)")
    }
  }

  @Test func `each form of registering takes the default scope`() throws {
    let container = try Container(defaultScope: .singleton) { container in
      try container.register(Clock.self, name: "closure") { Clock() }
      try container.register(Clock.self, name: "resolver") { _ in Clock() }
      try container.register(Clock.self, name: "initializer", initializer: Clock.init)
      try container.register(Clock.self, name: "main") { @MainActor in Clock() }
      try container.register(Clock.self, name: "asynchronous") { () async in Clock() }
      try container.register(Clock.self, argument: Int.self) { _, _ in Clock() }
      try container.contribute(Clock.self, name: "contributed") { Clock() }
      try container.register(module: ClockModule())
    }
    let nodes = container.graph.nodes
    #expect(nodes.count == 8)
    #expect(nodes.filter { $0.scope != .singleton }.map(\.description) == [])
    #expect(try container.resolve(Clock.self, argument: 1) === container.resolve(Clock.self, argument: 1))
    #expect(try container.resolve(Clock.self, argument: 1) !== container.resolve(Clock.self, argument: 2))
  }

  @Test func `an explicit scope wins, and instances keep theirs`() throws {
    let container = try Container(defaultScope: .singleton) { container in
      try container.register(Clock.self) { Clock() }.asGraph()
      try container.register(Watch.self, initializer: Watch.init).asTransient()
      try container.register(instance: 7)
      try container.register(given: String.self, toChildrenNamed: "request")
    }
    #expect(try container.resolve(Clock.self) !== container.resolve(Clock.self))
    #expect(try container.resolve(Watch.self) !== container.resolve(Watch.self))
    #expect(try container.resolve(Int.self) == 7)
    let child = try container.makeChild(named: "request", given: "a")
    let other = try container.makeChild(named: "request", given: "b")
    #expect(try [child.resolve(String.self), other.resolve(String.self)] == ["a", "b"])
  }

  @Test func `children inherit the default scope, and have instances of their own in scoped`() throws {
    let container = Container(defaultScope: .scoped).makeChild()
    try container.register(Clock.self) { Clock() }
    let (first, second) = (container.makeChild(), container.makeChild(named: "request"))
    #expect(try first.resolve(Clock.self) === first.resolve(Clock.self))
    #expect(try first.resolve(Clock.self) !== second.resolve(Clock.self))
  }

  @Test func `a fork inherits the default scope for what overrides add, and a replacement keeps its scope`() throws {
    let app = try Container(defaultScope: .singleton) { container in
      try container.register(Clock.self) { Clock() }.asTransient()
      try container.register(Watch.self, initializer: Watch.init)
    }
    let fork = try app.overriding { overrides in
      try overrides.replace(Clock.self) { Clock() }
      try overrides.replace(Watch.self, initializer: Watch.init)
      try overrides.add(Clock.self, name: "new") { Clock() }
      try overrides.adding { draft in try draft.register(Clock.self, key: 7) { Clock() } }
    }
    #expect(try fork.resolve(Clock.self) !== fork.resolve(Clock.self))
    #expect(try fork.resolve(Watch.self) === fork.resolve(Watch.self))
    #expect(try fork.resolve(Clock.self, name: "new") === fork.resolve(Clock.self, name: "new"))
    #expect(try fork.resolve(Clock.self, key: 7) === fork.resolve(Clock.self, key: 7))
    try fork.register(Clock.self, name: "late") { Clock() }
    #expect(try fork.resolve(Clock.self, name: "late") === fork.resolve(Clock.self, name: "late"))
  }

  @Test func `descriptions, reports and traces show the default scope`() throws {
    for (scope, text) in scopes {
      let container = try Container(defaultScope: scope) { try $0.register(Clock.self) { Clock() } }
      #expect(container.debugDescription.contains(text), "\(scope): \(container.debugDescription)")
      #expect(container.graph.description.contains(text), "\(scope): \(container.graph)")
      let trace = container.resolutionTrace()
      _ = try container.resolve(Clock.self)
      #expect("\(trace)".contains(text), "\(scope): \(trace)")
    }
  }

  @Test func `a container has a fallback, a default scope and a policy at once`() throws {
    let other = try Container { try $0.register(Int.self) { 5 } }
    let container = try Container(fallback: other, defaultScope: .singleton, ifRegistered: .fail) { container in
      try container.register(Clock.self) { Clock() }
    }
    #expect(try container.resolve(Int.self) == 5)
    #expect(try container.resolve(Clock.self) === container.resolve(Clock.self))
    #expect(throws: AstrojectError.self) { try container.register(Clock.self) { Clock() } }
  }

  private enum Root: CompositionRoot {
    static var discovers: Bool { false }
    static var defaultScope: DefaultScope { .singleton }
    static func register(in container: Container) throws { try container.register(initializer: Clock.init) }
  }

  @Test func `a composition root names the default scope of its container`() throws {
    let container = try Root.make()
    #expect(try container.resolve(Clock.self) === container.resolve(Clock.self))
  }
}

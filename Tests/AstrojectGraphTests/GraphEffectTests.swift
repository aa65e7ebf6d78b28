import TestSupport
import Testing

struct GraphEffectTests {
  private let container = Container()

  /// An effect of a closure, an initializer or a hook.
  enum Maker: CaseIterable, Sendable {
    case plain, awaited, mainActor, awaitedOnMainActor
    var isAsynchronous: Bool { self == .awaited || self == .awaitedOnMainActor }
    var isOnMainActor: Bool { self == .mainActor || self == .awaitedOnMainActor }

    @discardableResult
    func closure<Product: Blank & Sendable>(
      _ type: Product.Type, in container: Container
    ) throws -> Registration<Product> {
      switch self {
      case .plain: try container.register(type) { Product() }
      case .awaited: try container.register(type) { () async in Product() }
      case .mainActor: try container.register(type) { @MainActor in Product() }
      case .awaitedOnMainActor: try container.register(type) { @MainActor () async in Product() }
      }
    }

    func initializer(in container: Container) throws -> Registration<Cast.A> {
      switch self {
      case .plain: try container.register(initializer: Cast.A.init)
      case .awaited: try container.register(initializer: Late.make)
      case .mainActor: try container.register(initializer: Screen.make)
      case .awaitedOnMainActor: try container.register(initializer: Injection(Screen.makeLate))
      }
    }

    func hook<Product: Sendable>(on registration: Registration<Product>) {
      switch self {
      case .plain: registration.afterInit { _, _ in }
      case .awaited: registration.afterInit { _, _ in await soon() }
      case .mainActor: registration.afterInit { @MainActor _, _ in }
      case .awaitedOnMainActor: registration.afterInit { @MainActor _, _ in await soon() }
      }
    }
  }

  @Test(arguments: Maker.allCases)
  func `the own effect of a node comes from its closure, initializer or hook`(maker: Maker) throws {
    let (closures, initializers, hooks) = (Container(), Container(), Container())
    try maker.closure(Cast.A.self, in: closures)
    _ = try maker.initializer(in: initializers)
    maker.hook(on: try hooks.wire(Cast.A.self))
    for container in [closures, initializers, hooks] {
      let node = try container.node(Cast.A.self)
      #expect(node.ownEffect.isAsynchronous == maker.isAsynchronous)
      #expect(node.effect == node.ownEffect)
    }
    #expect(try initializers.node(Cast.A.self).ownEffect.isOnMainActor == maker.isOnMainActor)
    let effects = try [closures, hooks].map { try $0.node(Cast.A.self).ownEffect }
    // The compiler takes an asynchronous main-actor closure for a nonisolated one: see the article Troubleshooting.
    let isSeen = maker.isOnMainActor && maker != .awaitedOnMainActor
    #expect(effects.map(\.isOnMainActor) == [isSeen, isSeen])
  }

  @Test(arguments: Maker.allCases)
  func `a node has the effects of the dependencies it needs at once, not of lazy ones`(maker: Maker) throws {
    try maker.initializer(in: container).implements((any Cast.Face).self)
    try container.wire(Cast.B.self, Cast.A.self)
    try container.wire(Cast.B.self, Cast.A?.self, name: "optional")
    try container.wire(Cast.B.self, [any Cast.Face].self, name: "collection")
    try container.wire(Cast.B.self, (any Cast.Face).self, name: "forwarding")
    try container.wire(Cast.B.self, Cast.C.self, name: "far")
    try container.wire(Cast.C.self, Cast.D?.self, Cast.A.self)
    try container.wire(Cast.B.self, Lazy<Cast.A>.self, name: "lazy")
    try container.wire(Cast.B.self, Provider<Cast.A>.self, name: "provider")
    try container.wire(Cast.B.self, Lazy<[any Cast.Face]>.self, name: "lazy collection")
    try container.wire(Cast.B.self, Lazy<Cast.A>?.self, name: "optional lazy")
    try container.wire(Cast.B.self, Cast.E?.self, name: "absent")
    try container.register(initializer: Propertied.init)
    try container.register(Filled.self, initializer: Filled.init).injecting(\.part)
    let graph = container.graph
    for node in graph.nodes where node.key != "Cast.A" {
      let isLater = ["lazy", "provider", "lazy collection", "optional lazy", "absent"]
        .contains { node.key.hasSuffix("\"\($0)\"") }
      #expect(node.effect.isAsynchronous == (!isLater && maker.isAsynchronous), "\(node.key)")
      #expect(node.effect.isOnMainActor == (!isLater && maker.isOnMainActor), "\(node.key)")
      #expect(!node.ownEffect.isAsynchronous && !node.ownEffect.isOnMainActor, "\(node.key)")
    }
  }

  @Test func `a node combines the effects of all its dependencies`() throws {
    try container.register(Cast.A.self) { await later(Cast.A()) }
    try container.register(Cast.B.self) { @MainActor in Cast.B() }
    try container.wire("C → A, B")
    let effect = try container.node(Cast.C.self).effect
    #expect(effect.isAsynchronous && effect.isOnMainActor)
  }

  @Test func `all registrations on a cycle have the effect of one of them`() throws {
    try container.wire("A → B", "B → C")
    try container.wire(Cast.C.self, Cast.A.self).afterInit { _, _ in await soon() }
    let effects = container.graph.nodes.map { [$0.effect.isAsynchronous, $0.ownEffect.isAsynchronous] }
    #expect(effects == [[true, false], [true, false], [true, true]])
  }

  @Test func `a declared dependency adds no effect to the closure that declares it`() throws {
    try container.register(Cast.A.self) { await later(Cast.A()) }
    try container.register(Cast.B.self) { Cast.B() }.depends(on: Cast.A.self)
    #expect(try !container.node(Cast.B.self).effect.isAsynchronous)
  }

  @Test func `an asynchronous override in a child affects its parent's dependent in the child's graph only`() throws {
    let parent = try Container { try $0.wire("A", "B → A") }
    let child = try parent.makeChild { try $0.register(Cast.A.self) { await later(Cast.A()) } }
    #expect(try child.node(Cast.B.self).effect.isAsynchronous)
    #expect(try !parent.node(Cast.B.self).effect.isAsynchronous)
  }

  @Test func `an asynchronous parameter rule makes the initializer asynchronous`() throws {
    try container.register(
      initializer: { @Sendable (_: Cast.A) in Cast.B() },
      with: .resolving { @Sendable _ in await later(Cast.A()) })
    #expect(try container.node(Cast.B.self).ownEffect.isAsynchronous)
    try container.register(Cast.C.self) { Cast.C() }.depends(on: Cast.B.self)
    #expect(container.findings().map(\.rule) == [.asyncDependency])
    #expect(throws: AstrojectError.self) { try synchronously { try container.resolve(Cast.B.self) } }
  }

  private enum Late { @concurrent static func make() async -> Cast.A { Cast.A() } }

  @MainActor
  private enum Screen {
    static func make() -> Cast.A { Cast.A() }
    static func makeLate() async -> Cast.A { Cast.A() }
  }

  private final class Propertied { @Inject var part: Cast.A }

  private final class Filled { var part: Cast.A? }
}

struct GraphOpaqueTests {
  private let container = Container()

  @Test func `a closure of every form that takes a resolver is opaque until it declares its dependencies`() throws {
    let registrations = [
      try container.register(Cast.A.self) { _ in Cast.A() },
      try container.register(Cast.A.self, argument: Int.self) { _, _ in Cast.A() },
      try container.register(Cast.A.self, arguments: Int.self, Int.self) { _, _, _ in Cast.A() },
      try container.register(Cast.A.self, name: "async") { _ in await later(Cast.A()) },
      try container.register(Cast.A.self, name: "main") { @MainActor _ in Cast.A() },
      try container.register(Cast.A.self, name: "absent", ifRegistered: .keep) { _ in Cast.A() },
      try container.contribute(Cast.A.self) { _ in Cast.A() },
    ]
    #expect(container.graph.nodes.map(\.isOpaque) == Array(repeating: true, count: registrations.count))
    #expect(container.graphReport().opaque.count == registrations.count)
    for registration in registrations { registration.dependsOnNothing() }
    #expect(container.graph.nodes.map(\.isOpaque) == Array(repeating: false, count: registrations.count))
    #expect(container.graphReport().opaque.isEmpty)
  }

  @Test func `an initializer that may resolve anything is opaque until it declares its dependencies`() throws {
    let registrations: [Registration<Cast.A>] = [
      try container.wire(Cast.A.self, name: "hook").afterInit { _, _ in },
      try container.wire(Cast.A.self, name: "asynchronous hook").afterInit { _, _ in await soon() },
      try container.wire(Cast.A.self, name: "main-actor hook").afterInit { @MainActor _, _ in },
      try container.wire(Cast.A.self, Resolver.self, name: "resolver"),
      try container.wire(Cast.A.self, Container.self, name: "container"),
      try container.wire(Cast.A.self, Resolver?.self, name: "optional resolver"),
      try container.wire(Cast.A.self, Container?.self, name: "optional container"),
      try container.wire(Cast.A.self, Lazy<Container>.self, name: "lazy container"),
      try container.wire(Cast.A.self, Provider<Resolver>.self, name: "provider of resolvers"),
      try container.register(
        name: "rule", initializer: { @Sendable (_: Int) in Cast.A() }, with: .resolving { @Sendable _ in 1 }),
    ]
    let injected = try container.register(initializer: Propertied.init)
    for node in container.graph.nodes { #expect(node.isOpaque, "\(node.key)") }
    for registration in registrations { registration.depends(on: Cast.B?.self) }
    injected.depends(on: Cast.B?.self)
    for node in container.graph.nodes { #expect(!node.isOpaque, "\(node.key)") }
  }

  @Test func `a registration without unknown dependencies is not opaque`() throws {
    try container.register(
      initializer: { @Sendable (_: Cast.B, _: Cast.C?, _: Lazy<Cast.D>, _: [Cast.E], _: Int, _: String) in Cast.A() },
      with: .auto, .auto, .auto, .auto, .value(1), .argument
    )
    .injecting(\.self.filled).onRelease { _ in }.eager().asSingleton().implements((any Cast.Face).self)
    try container.register(instance: 5).onRelease { _ in }
    for node in container.graph.nodes { #expect(!node.isOpaque, "\(node.key)") }
  }

  private final class Propertied { @Inject var resolver: Resolver }
}

import TestSupport
import Testing

private final class Fruit {
  let color: String
  var sort: String?
  init(color: String) { self.color = color }
}

@Suite("Injected properties that have to be awaited", .ownThreads)
struct InjectAwaitedTests {
  private let container = Container()

  private final class Kitchen {
    @Inject var fruit: Fruit
    let color: String
    init() { color = _fruit.wrappedValue.color }
  }
  private final class Cellar { @Inject(name: "red") var fruit: Fruit }

  init() throws { try container.register(Fruit.self) { () async in await later(Fruit(color: "plain")) } }

  private final class Helper { @Inject var fruit: Fruit }
  private final class Early {
    let helper = Helper()
    @Inject var fruit: Fruit
  }
  private final class Late {
    @Inject var fruit: Fruit
    let helper = Helper()
  }
  private final class Slow {
    let helper = Helper()
    @Inject var fruit: Fruit
    init() async { await Task.yield() }
  }

  @Test func `an awaited value does not go to a property of an object that the product makes by hand`() async throws {
    try container.register(initializer: Early.init)
    try container.register(initializer: Late.init)
    try container.register(initializer: Slow.init)
    try container.register(Fruit.self) { () async in await later(Fruit(color: "shared")) }
    let early = try await container.resolve(Early.self)
    #expect(early.fruit === early.helper.fruit)
    try container.register(Fruit.self) { () async in await later(Fruit(color: "own")) }.asTransient()
    let errors = [
      await expectResolveThrows(Early.self, in: container, .asynchronousFactory),
      await expectResolveThrows(Late.self, in: container, .asynchronousFactory),
      await expectResolveThrows(Slow.self, in: container, .asynchronousFactory),
    ]
    for error in errors { #expect(error?.remedy?.hasPrefix("have the property hold a `Lazy<Fruit>`, because") == true) }
  }

  @Test func `asynchronous and main-actor initializers can read an awaited injected property`() async throws {
    @MainActor final class Screen {
      @Inject var fruit: Fruit
      let color: String
      init() { color = _fruit.wrappedValue.color }
    }
    @MainActor final class SlowScreen {
      @Inject var fruit: Fruit
      let color: String
      init() async {
        await Task.yield()
        color = _fruit.wrappedValue.color
      }
    }
    final class Slow {
      @Inject var fruit: Fruit
      let color: String
      init() async {
        await Task.yield()
        color = _fruit.wrappedValue.color
      }
    }
    try container.register(initializer: Screen.init)
    try container.register(initializer: SlowScreen.init)
    try container.register(initializer: Slow.init)
    for _ in 1...3 {
      #expect(try await container.resolve(Screen.self).color == "plain")
      #expect(try await container.resolve(SlowScreen.self).color == "plain")
      #expect(try await container.resolve(Slow.self).color == "plain")
    }
  }

  /// Counts the calls of its `init`.
  private final class Counted {
    @Inject var fruit: Fruit
    init(_ made: Counter) { made.increment() }
  }

  @Test func `a blocking resolve throws before init if an injected property has to be awaited`() async throws {
    let made = Counter()
    try container.register(Counter.self) { made }
    try container.register(initializer: Counted.init)
    for _ in 1...2 {
      await Call.synchronous.expectError("asynchronousFactory: Counted → Fruit", resolving: Counted.self, in: container)
    }
    #expect(made.value == 0)
    #expect(try await container.resolve(Counted.self).fruit.color == "plain")
  }

  @Test func `off the main actor, only awaiting callers inject from a main-actor factory`() async throws {
    try container.register(Fruit.self) { @MainActor in Fruit(color: "main") }
    try container.register(initializer: Kitchen.init)
    #expect(try await container.resolve(Kitchen.self).color == "main")
    await Call.synchronous.expectError("isolationMismatch: Kitchen → Fruit", resolving: Kitchen.self, in: container)
  }

  @Test func `resolve throws if a named injected property has an asynchronous factory, not run`() async throws {
    let builds = Counter()
    try container.register(Fruit.self, name: "red") { () async in builds.count(Fruit(color: "red")) }
    try container.register(initializer: Cellar.init)
    for call in Call.allCases + Call.allCases {
      await call.expectError("asynchronousFactory: Cellar → Fruit named \"red\"", resolving: Cellar.self, in: container)
    }
    #expect(builds.value == 0)
  }

  /// The reason why a fruit has to be awaited.
  enum Reason: CaseIterable, Sendable {
    case factory, optional, collection, contribution, rule, injecting

    func registerFruit(in container: Container) throws {
      let color = { @Sendable () async in "plain" }
      switch self {
      case .factory: try container.register(Fruit.self) { () async in Fruit(color: await color()) }
      case .optional:
        try container.register(String?.self) { () async in await color() }
        try container.register(initializer: { @Sendable (color: String?) in Fruit(color: color ?? "") })
      case .collection:
        try container.register([String].self) { () async in [await color()] }
        try container.register(initializer: { @Sendable (colors: [String]) in Fruit(color: colors.joined()) })
      case .contribution:
        try container.contribute(String.self) { () async in await color() }
        try container.register(initializer: { @Sendable (colors: [String]) in Fruit(color: colors.joined()) })
      case .rule: try container.register(initializer: Fruit.init, with: .resolving { _ in await color() })
      case .injecting:
        try container.register(String.self) { () async in await color() }
        try container.register(Fruit.self) { Fruit(color: "plain") }.injecting(\.sort)
      }
    }
  }

  @Test(arguments: Reason.allCases)
  func `init can read an awaited property whose type also has a named registration`(reason: Reason) async throws {
    try reason.registerFruit(in: container)
    try container.register(Fruit.self, name: "red") { Fruit(color: "red") }
    try container.register(initializer: Kitchen.init).asTransient()
    for _ in 1...3 { #expect(try await container.resolve(Kitchen.self).color == "plain") }
  }

  private struct Tools { @Inject var fruit: Fruit }
  private final class Workshop {
    let tools = Tools()
  }

  @Test(arguments: Call.allCases)
  func `resolve throws if a stored value has an injected property that must be awaited`(call: Call) async throws {
    try container.register(initializer: Workshop.init).asTransient()
    await call.expectError("asynchronousFactory: Workshop → Fruit", resolving: Workshop.self, in: container)
    container.unregister(Fruit.self)
    await call.expectError("noRegistrationFound: Workshop → Fruit", resolving: Workshop.self, in: container)
  }

  @Test func `an awaited property is filled if a closure alternates between two subclasses`() async throws {
    class Base { @Inject var fruit: Fruit }
    final class One: Base { @Inject(name: "one") var own: Fruit }
    final class Other: Base { @Inject(name: "other") var own: Fruit }
    let count = Counter()
    for name in ["one", "other"] { try container.register(Fruit.self, name: name) { Fruit(color: name) } }
    try container.register(Base.self, initializer: { () in count.increment() % 2 == 0 ? One() : Other() })
    for _ in 1...6 {
      let base = try await container.resolve(Base.self)
      #expect(base.fruit.color == "plain")
      #expect((base as? One)?.own.color ?? (base as? Other)?.own.color == (base is One ? "one" : "other"))
    }
  }

  @Test func `each object with an awaited injected property is initialized exactly once`() async throws {
    struct Holder { let counted: Counted }
    let made = Counter()
    try container.register(instance: made)
    try container.register(initializer: Counted.init).asTransient()
    try container.register(initializer: Holder.init).asTransient()
    for round in 1...12 {
      #expect(try await container.resolve(Holder.self).counted.fruit.color == "plain")
      #expect(made.value == round)
    }
  }

  @Test(arguments: [false, true])
  func `an awaited property fails before init unless its type has a named registration`(hasNamed: Bool) async throws {
    let made = Counter()
    try container.register(instance: made)
    try container.register(Fruit.self) { () async throws -> Fruit in throw Objection() }
    if hasNamed { try container.register(Fruit.self, name: "red") { Fruit(color: "red") } }
    try container.register(initializer: Counted.init)
    for _ in 1...2 {
      await Call.asynchronous.expectError("factoryFailed: Counted → Fruit", resolving: Counted.self, in: container)
    }
    // If the type has a named registration, the property may have that name. That is known when the property is made.
    #expect(made.value == (hasNamed ? 2 : 0))
  }
}

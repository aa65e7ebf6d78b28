import Nexus
import TestSupport
import Testing

private final class Fruit {
  let color: String
  var sort: String?
  init(color: String) { self.color = color }
}

/// What shows whether its fruit could be used in `init`.
private protocol Cooling {
  var fruit: Fruit { get }
  var color: String? { get }
}

@Suite("An injected property whose product has to be awaited")
struct InjectAwaitedTests {
  private final class Kitchen {
    @Inject var fruit: Fruit
    let color: String
    init() { color = _fruit.wrappedValue.color }
  }
  private final class Cellar: Cooling {
    @Inject(name: "red") var fruit: Fruit
    private(set) var color: String?
    init(_ asks: Bool) { if asks { color = fruit.color } }
  }
  private final class Freezer: Cooling {
    @Inject var fruit: Fruit
    private(set) var color: String?
    init(_ asks: Bool) { if asks { color = fruit.color } }
  }

  /// A container whose fruits are asynchronous.
  private static func make() throws -> Container {
    let container = Container()
    try container.register(Fruit.self) { () async in
      await Task.yield()
      return Fruit(color: "plain")
    }
    return container
  }

  @Test("is usable in `init`, the first and every later time")
  func inInit() async throws {
    let container = try InjectAwaitedTests.make()
    try container.register(initializer: Kitchen.init)
    for _ in 1...3 { #expect(try await container.resolve(Kitchen.self).color == "plain") }
  }

  @Test("is usable in an asynchronous `init`, and in one of the main actor")
  func otherEffects() async throws {
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
    let container = try InjectAwaitedTests.make()
    try container.register(initializer: Screen.init)
    try container.register(initializer: SlowScreen.init)
    try container.register(initializer: Slow.init)
    for _ in 1...3 {
      #expect(try await container.resolve(Screen.self).color == "plain")
      #expect(try await container.resolve(SlowScreen.self).color == "plain")
      #expect(try await container.resolve(Slow.self).color == "plain")
    }
  }

  @Test("throws for a caller that does not wait, before `init` has run, and names what has to be awaited")
  func blocking() async throws {
    let made = Counter()
    final class Counted {
      @Inject var fruit: Fruit
      init(_ made: Counter) { made.increment() }
    }
    let container = try InjectAwaitedTests.make()
    try container.register(Counter.self) { made }
    try container.register(initializer: Counted.init)
    for _ in 1...2 {
      let error = await Way.blocking.error { try await $0.resolve(Counted.self, in: container) }
      #expect(error?.outline == "asynchronousFactory: Counted → Fruit")
    }
    #expect(made.value == 0)
    #expect(try await container.resolve(Counted.self).fruit.color == "plain")
  }

  @Test("of the main actor is filled for those who await, and throws elsewhere for others")
  func mainActor() async throws {
    let container = Container()
    try container.register(Fruit.self) { @MainActor in Fruit(color: "main") }
    try container.register(initializer: Kitchen.init)
    #expect(try await container.resolve(Kitchen.self).color == "main")
    try await promptly(.blocking) { way in
      let error = await way.error { try await $0.resolve(Kitchen.self, in: container) }
      #expect(error?.outline == "isolationMismatch: Kitchen → Fruit")
    }
  }

  @Test("is usable in `init` beside another one with a name, which is not")
  func beside() async throws {
    final class Both {
      @Inject var plain: Fruit
      @Inject(name: "red") var red: Fruit
      let color: String
      init() { color = _plain.wrappedValue.color }
    }
    let container = try InjectAwaitedTests.make()
    try container.register(Fruit.self, name: "red") { () async in Fruit(color: "red") }
    try container.register(initializer: Both.init)
    for _ in 1...3 {
      let both = try await container.resolve(Both.self)
      #expect(both.color == "plain" && both.red.color == "red")
    }
  }

  @Test("with a name is filled when the first `init` of its type has ended, and usable in every later one")
  func named() async throws {
    let asks = Guarded(false)
    let container = try InjectAwaitedTests.make()
    try container.register(Bool.self) { asks.now }
    try container.register(Fruit.self, name: "red") { () async in Fruit(color: "red") }
    try container.register(initializer: Cellar.init)
    let first = try await container.resolve(Cellar.self)
    #expect(first.color == nil && first.fruit.color == "red")
    asks.withLock { $0 = true }
    for _ in 1...2 { #expect(try await container.resolve(Cellar.self).color == "red") }
  }

  @Test("with a name is nothing that another name stands for: that is never built for it")
  func otherNames() async throws {
    let builds = Journal<String>()
    let container = Container()
    try container.register(Bool.self) { false }
    try InjectAwaitedTests.register(["green", "red"], in: container, noting: builds)
    try container.register(initializer: Cellar.init).asTransient()
    for _ in 1...3 { #expect(try await container.resolve(Cellar.self).fruit.color == "red") }
    #expect(builds.entries == ["red", "red", "red"])
  }

  @Test("under names that vary is usable in `init` under each that was seen, and nothing else is built")
  func fickle() async throws {
    final class Glass {
      @Inject var fruit: Fruit
      let color: String?
      init(_ asks: Bool, _ name: String) {
        _fruit = Inject(name: name)
        color = asks ? _fruit.wrappedValue.color : nil
      }
    }
    let (asks, builds) = (Guarded(false), Journal<String>())
    let container = Container()
    try container.register(Bool.self) { asks.now }.asTransient()
    try InjectAwaitedTests.register(["green", "red", "blue"], in: container, noting: builds)
    try container.register(initializer: Glass.init, with: .auto, .argument).asTransient()
    for name in ["green", "red"] {
      #expect(try await container.resolve(Glass.self, arguments: name).fruit.color == name)
    }
    asks.withLock { $0 = true }
    let before = builds.entries.count
    for name in ["green", "red", "red"] {
      #expect(try await container.resolve(Glass.self, arguments: name).color == name)
    }
    #expect(builds.entries.dropFirst(before).sorted() == ["green", "green", "green", "red", "red", "red"])
  }

  /// Registers transient fruits that are asynchronous.
  private static func register(_ names: [String], in container: Container, noting builds: Journal<String>) throws {
    for name in names {
      try container.register(Fruit.self, name: name) { () async in
        builds.note(name)
        return Fruit(color: name)
      }.asTransient()
    }
  }

  /// Why a fruit has to be awaited.
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
        container.contribute(String.self) { () async in await color() }
        try container.register(initializer: { @Sendable (colors: [String]) in Fruit(color: colors.joined()) })
      case .rule: try container.register(initializer: Fruit.init, with: .resolving { _ in await color() })
      case .injecting:
        try container.register(String.self) { () async in await color() }
        try container.register(Fruit.self) { Fruit(color: "plain") }.injecting(\.sort)
      }
    }
  }

  @Test(
    "is usable in every later `init` of objects of several types, whyever it is to be awaited",
    arguments: Reason.allCases)
  func ofSeveralTypes(reason: Reason) async throws {
    let (asks, count) = (Guarded(false), Counter())
    let container = Container()
    try reason.registerFruit(in: container)
    try container.register(Fruit.self, name: "red") { () async in Fruit(color: "red") }
    try container.register(Bool.self) { asks.now }.asTransient()
    let initializer = { @Sendable (asks: Bool) -> any Cooling in
      count.increment() % 2 == 0 ? Freezer(asks) : Cellar(asks)
    }
    try container.register((any Cooling).self, initializer: initializer).asTransient()
    for _ in 1...4 { #expect(try await container.resolve((any Cooling).self).color == nil) }
    asks.withLock { $0 = true }
    for _ in 1...2 {
      let cooling = try await container.resolve((any Cooling).self)
      #expect(cooling.color == (cooling is Freezer ? "plain" : "red"))
    }
  }

  /// Who makes objects of several types.
  enum Maker: CaseIterable, Sendable {
    case initializer, withAwaitedParameter, asynchronous
  }

  @Test("is usable in every later `init` where the first object had no properties", arguments: Maker.allCases)
  func afterPlain(maker: Maker) async throws {
    class Base {
      var color: String { "" }
    }
    final class Derived: Base {
      @Inject var fruit: Fruit
      let seen: String?
      init(_ asks: Bool) { seen = asks ? _fruit.wrappedValue.color : nil }
      override var color: String { seen ?? "" }
    }
    let (asks, count) = (Guarded(false), Counter())
    let container = try InjectAwaitedTests.make()
    if maker == .withAwaitedParameter {
      try container.register(Bool.self) { () async in asks.now }.asTransient()
    } else {
      try container.register(Bool.self) { asks.now }.asTransient()
    }
    let make = { @Sendable (asks: Bool) in count.increment() == 1 ? Base() : Derived(asks) }
    if maker == .asynchronous {
      try container.register(Base.self, initializer: { (asks: Bool) async in make(asks) }).asTransient()
    } else {
      try container.register(Base.self, initializer: make).asTransient()
    }
    for _ in 1...3 { #expect(try await container.resolve(Base.self).color == "") }
    asks.withLock { $0 = true }
    for _ in 1...2 { #expect(try await container.resolve(Base.self).color == "plain") }
  }

  @Test("as a collection, and by what a parent's singleton takes there, is usable in every later `init`, too")
  func ofSeveralTypesElsewhere() async throws {
    class Bowl {
      @Inject var fruits: [Fruit]
      let colors: [String]
      init(_ asks: Bool) { colors = asks ? _fruits.wrappedValue.map(\.color) : [] }
    }
    final class Basket: Bowl {}
    let (asks, count) = (Guarded(false), Counter())
    let parent = Container()
    try parent.register(String.self) { () async in "plain" }
    try parent.register(initializer: Fruit.init).asDisposableSingleton()
    let child = parent.makeChild()
    try child.register(String.self) { "other" }
    try child.register(Bool.self) { asks.now }.asTransient()
    try child.register(
      Bowl.self, initializer: { (asks: Bool) in count.increment() % 2 == 0 ? Bowl(asks) : Basket(asks) }
    )
    .asTransient()
    for round in 1...6 {
      if round > 4 { asks.withLock { $0 = true } }
      await parent.release(Fruit.self)
      #expect(try await child.resolve(Bowl.self).colors == (round > 4 ? ["plain"] : []))
    }
  }

  @Test("is usable in the first `init` already where it has no name, though only objects show that it is to be awaited")
  func unseen() async throws {
    final class House {
      @Inject var cooling: (any Cooling)?
      @Inject var cellars: [Cellar]
      let colors: [String]
      init() {
        colors = [_cooling.wrappedValue?.fruit.color ?? ""] + _cellars.wrappedValue.map(\.fruit.color)
      }
    }
    let container = try InjectAwaitedTests.make()
    try container.register(Fruit.self, name: "red") { () async in Fruit(color: "red") }
    try container.register(Bool.self) { false }
    try container.register((any Cooling).self, initializer: Freezer.init)
    try container.register(initializer: Cellar.init)
    try container.register(initializer: House.init)
    #expect(try await container.resolve(House.self).colors == ["plain", "red"])
  }

  private struct Tools {
    @Inject var fruit: Fruit
  }
  private final class Workshop {
    let tools = Tools()
    init() {}
  }

  @Test("of a value that is stored in the object is filled with it, each time")
  func stored() async throws {
    let container = try InjectAwaitedTests.make()
    try container.register(initializer: Workshop.init).asTransient()
    for _ in 1...3 { #expect(try await container.resolve(Workshop.self).tools.fruit.color == "plain") }
    plainly { container.unregister(Fruit.self) }
    for way in Way.allCases {
      let error = await way.error { try await $0.resolve(Workshop.self, in: container) }
      #expect(error?.outline == "noRegistrationFound: Workshop → Fruit")
    }
  }

  @Test("behind a protocol is filled when the first `init` has ended, and usable in every later one")
  func behindProtocol() async throws {
    let asks = Guarded(false)
    let container = try InjectAwaitedTests.make()
    try container.register(Bool.self) { asks.now }
    let registration = try container.register((any Cooling).self, initializer: Freezer.init)
    #expect(registration.outline == ["0: Bool required"])
    let first = try await container.resolve((any Cooling).self)
    #expect(first.color == nil && first.fruit.color == "plain")
    #expect(registration.outline == ["0: Bool required", "fruit: Fruit required"])
    asks.withLock { $0 = true }
    for _ in 1...2 { #expect(try await container.resolve((any Cooling).self).color == "plain") }
  }

  @Test("behind a protocol, where it is the first build that fails, tells it in the resolve", arguments: Way.allCases)
  func missingBehindProtocol(way: Way) async throws {
    let container = Container()
    try container.register(Bool.self) { false }
    try container.register((any Cooling).self, initializer: Freezer.init)
    for _ in 1...2 {
      let error = await way.error { try await $0.resolve((any Cooling).self, in: container) }
      #expect(error?.outline == "noRegistrationFound: Cooling → Fruit")
    }
  }

  @Test("of a class that has subclasses is filled in those, too")
  func subclass() async throws {
    class Base {
      @Inject var fruit: Fruit
    }
    final class Derived: Base {
      @Inject var text: String
    }
    let container = try InjectAwaitedTests.make()
    try container.register(String.self) { () async in "text" }
    let registration = try container.register(Base.self, initializer: { () in Derived() })
    for _ in 1...3 {
      let derived = try #require(try await container.resolve(Base.self) as? Derived)
      #expect(derived.fruit.color == "plain" && derived.text == "text")
    }
    #expect(registration.outline == ["text: String required", "fruit: Fruit required"])
  }

  @Test("is filled where a factory gives now one type, now another")
  func alternating() async throws {
    class Base {
      @Inject var fruit: Fruit
    }
    final class One: Base {
      @Inject(name: "one") var own: Fruit
    }
    final class Other: Base {
      @Inject(name: "other") var own: Fruit
    }
    let count = Counter()
    let container = try InjectAwaitedTests.make()
    for name in ["one", "other"] {
      try container.register(Fruit.self, name: name) { () async in Fruit(color: name) }
    }
    try container.register(Base.self, initializer: { () in count.increment() % 2 == 0 ? One() : Other() })
    for _ in 1...6 {
      let base = try await container.resolve(Base.self)
      #expect(base.fruit.color == "plain")
      #expect((base as? One)?.own.color ?? (base as? Other)?.own.color == (base is One ? "one" : "other"))
    }
  }

  @Test(
    "and that only some of the objects have is awaited before the next ones are made: one initializer runs twice at most",
    arguments: [false, true])
  func ofSome(isNested: Bool) async throws {
    class Base { init() {} }
    final class Plain: Base {}
    final class Fresh: Base { @Inject var fruit: Fruit }
    final class Holder {
      let base: Base
      init(text: String, base: Base) { self.base = base }
    }
    let container = try InjectAwaitedTests.make()
    let runs = Counter()
    try container.register(String.self) { "" }.asTransient()
    try container.register(Base.self, initializer: { (_: String) in runs.increment() % 2 == 0 ? Fresh() : Plain() })
      .asTransient()
    try container.register(initializer: Holder.init).asTransient()
    for _ in 0..<10 {
      let base =
        isNested ? try await container.resolve(Holder.self).base : try await container.resolve(Base.self)
      if let fresh = base as? Fresh { #expect(fresh.fruit.color == "plain") }
    }
    #expect((10...11).contains(runs.value))
  }

  @Test("that fails throws from the resolve")
  func failure() async throws {
    let container = Container()
    try container.register(Bool.self) { false }
    try container.register(Fruit.self) { () async throws -> Fruit in throw CancellationError() }
    try container.register(Fruit.self, name: "red") { () async throws -> Fruit in throw CancellationError() }
    try container.register(initializer: Kitchen.init)
    try container.register(initializer: Cellar.init)
    for _ in 1...2 {
      let cellar = await Way.awaiting.error { try await $0.resolve(Cellar.self, in: container) }
      #expect(cellar?.outline == "factoryFailed: Cellar → Fruit named \"red\"")
    }
    container.unregister(Fruit.self, name: "red")
    for _ in 1...2 {
      let kitchen = await Way.awaiting.error { try await $0.resolve(Kitchen.self, in: container) }
      #expect(kitchen?.outline == "factoryFailed: Kitchen → Fruit")
    }
  }
}

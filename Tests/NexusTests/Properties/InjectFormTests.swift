import TestSupport
import Testing

struct InjectFormTests {
  private let container = Container()

  private enum Shade: Hashable { case dark }

  private static func make() throws -> Container {
    let container = Container()
    for color in ["red", "white"] { try container.register(Berry.self, name: color) { Berry(color: color) } }
    try container.register(Berry.self, key: Shade.dark) { Berry(color: "dark") }
    try container.register(Berry.self) { Berry(color: "plain") }
    return container
  }

  private final class Cellar {
    @Inject var plain: Berry
    @Inject(name: "white") var white: Berry
    @Inject(name: "red") var red: Berry
    @Inject(key: Shade.dark) var dark: Berry
    @Inject(name: "red") var redAgain: Berry
    @Inject(name: "green") var green: Berry?
    @Inject(name: "red") var lazy: Lazy<Berry>
    @Inject(name: "white") var provider: Provider<Berry>
  }

  @Test(arguments: Call.allCases)
  func `injected properties take the registrations of their names and keys in any order`(call: Call) async throws {
    let container = try InjectFormTests.make()
    let registration = try container.register(initializer: Cellar.init)
    for _ in 1...3 {
      let cellar = try await call.resolve(Cellar.self, in: container)
      #expect(cellar.plain.color == "plain" && cellar.white.color == "white" && cellar.red.color == "red")
      #expect(cellar.dark.color == "dark" && cellar.redAgain === cellar.red && cellar.green == nil)
      #expect(try cellar.lazy.value === cellar.red)
      let other = try await call.get(from: cellar.provider)
      #expect(other.color == "white" && other !== cellar.white)
    }
    #expect(
      registration.outline == [
        "plain: Berry required", "white: Berry required", "red: Berry required", "dark: Berry required",
        "redAgain: Berry required", "green: Berry optional", "lazy: Berry lazy", "provider: Berry provider",
      ])
  }

  /// The behavior of the registration without a name.
  enum Unnamed: CaseIterable, Sendable { case fails, isAsynchronous, needsItsOwner, isThere }

  @Test(arguments: Call.allCases, Unnamed.allCases)
  func `a named optional or array property does not build the unnamed one`(call: Call, unnamed: Unnamed) async throws {
    final class Bar {
      @Inject(name: "green") var green: Berry?
      @Inject(name: "red") var red: Berry?
      @Inject(name: "red") var reds: [Berry]
    }
    let builds = Counter()
    switch unnamed {
    case .fails: try container.register(Berry.self) { throw CancellationError() }
    case .isAsynchronous: try container.register(Berry.self) { () async in Berry(color: "plain") }
    case .needsItsOwner: try container.register(Berry.self) { try $0.resolve(Bar.self).red ?? Berry(color: "plain") }
    case .isThere: try container.register(Berry.self) { builds.count(Berry(color: "plain")) }
    }
    try container.register(Berry?.self, name: "red") { Berry(color: "red") }
    try container.register([Berry].self, name: "red") { [] }
    try container.register(initializer: Bar.init)
    for _ in 1...2 {
      let bar = try await call.resolve(Bar.self, in: container)
      #expect(bar.green == nil && bar.red?.color == "red" && bar.reds.isEmpty)
    }
    #expect(builds.value == 0)
  }

  @Test(arguments: Call.allCases)
  func `resolve throws if an injected collection fails to build`(call: Call) async throws {
    final class Rack { @Inject var wines: [Berry] }
    final class EarlyRack {
      @Inject var wines: [Berry]
      let color: String?
      init() { color = _wines.wrappedValue.first?.color }
    }
    try container.register(Berry.self) { throw CancellationError() }
    try container.register(initializer: Rack.init)
    try container.register(initializer: EarlyRack.init)
    await call.expectError("factoryFailed: Rack → Berry", resolving: Rack.self, in: container)
    await call.expectError("factoryFailed: EarlyRack → Berry", resolving: EarlyRack.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `an optional injected property is nil only if nothing is registered`(call: Call) async throws {
    final class Bar {
      @Inject var wine: Berry?
      @Inject var later: Lazy<Berry>?
    }
    try container.register(initializer: Bar.init)
    let empty = try await call.resolve(Bar.self, in: container)
    #expect(empty.wine == nil && empty.later == nil)
    try container.register(Berry.self) { Berry(color: "red") }
    let bar = try await call.resolve(Bar.self, in: container)
    #expect(try bar.wine?.color == "red" && bar.later?.value === bar.wine)
    try container.register(Berry.self) { throw CancellationError() }
    await call.expectError("factoryFailed: Bar → Berry", resolving: Bar.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `an object can inject a collection, its resolver and the container that resolves it`(call: Call) async throws {
    final class Bar {
      @Inject var wines: [Berry]
      @Inject var resolver: Resolver
      @Inject var container: Container
      let colors: [String]
      init() throws { colors = try _resolver.wrappedValue.resolveAll(Berry.self).map(\.color) }
    }
    let container = try InjectFormTests.make()
    let registration = try container.register(initializer: Bar.init)
    let child = container.makeChild()
    let bar = try await call.resolve(Bar.self, in: child)
    #expect(bar.wines.map(\.color) == ["red", "white", "dark", "plain"] && bar.colors == bar.wines.map(\.color))
    #expect(bar.container === child)
    #expect(
      registration.outline == [
        "wines: Berry collection", "resolver: Resolver resolver", "container: Container container",
      ])
  }

  @Test(arguments: Call.allCases)
  func `an object can inject an existential, a value and a nested optional`(call: Call) async throws {
    struct Bar {
      @Inject var drink: any Drink
      @Inject var number: Int
      @Inject var text: String??
    }
    try container.register((any Drink).self) { PlainDrink("water") }
    try container.register(Int.self) { 7 }
    try container.register(String?.self) { nil }
    try container.register(initializer: { () in Bar() })
    let bar = try await call.resolve(Bar.self, in: container)
    #expect(bar.drink.taste == "water" && bar.number == 7 && bar.text == .some(.none))
  }

  @Test(arguments: Call.allCases)
  func `if init of a struct replaces a property by a named one, only that one is resolved`(call: Call) async throws {
    struct Value {
      @Inject var text: String
      init() { _text = Inject(name: "other") }
    }
    try container.register(String.self, name: "other") { "other" }
    try container.register(initializer: Value.init)
    for _ in 0..<2 { #expect(try await call.resolve(Value.self, in: container).text == "other") }
  }

  @Test(arguments: Call.allCases)
  func `an injected property that init names builds only the registration of that name`(call: Call) async throws {
    final class Glass {
      @Inject var none: Int?
      @Inject var wine: Berry
      init(color: String) { _wine = Inject(name: color) }
    }
    let builds = Recorder<String>()
    for color in ["red", "white", "rosé"] {
      try container.register(Berry.self, name: color) {
        builds.note(color)
        return Berry(color: color)
      }.asTransient()
    }
    try container.register(initializer: Glass.init, with: .argument).asTransient()
    let colors = ["red", "white", "red", "red", "white", "rosé", "red", "white"]
    for color in colors {
      #expect(try await call.resolve(Glass.self, arguments: color, in: container).wine.color == color)
    }
    #expect(builds.events == colors)
    // Validation knows none of the names, so a missing one is no finding.
    container.unregister(Berry.self, name: "white")
    try container.validate()
  }

  @Test(arguments: Call.allCases)
  func `a helper's properties are resolved only for objects whose init builds the helper`(call: Call) async throws {
    final class Helper {
      @Inject var wine: Berry
      @Inject var number: Int
    }
    final class Owner {
      @Inject var wine: Berry
      init(_ makes: Bool) { if makes { _ = Helper() } }
    }
    let (makes, builds) = (Guarded(true), Recorder<String>())
    try container.register(Bool.self) { makes.now }.asTransient()
    try container.register(Int.self) { builds.note("number") }.asTransient()
    try container.register(Berry.self) {
      builds.note("wine")
      return Berry(color: "plain")
    }.asTransient()
    try container.register(initializer: Owner.init).asTransient()
    _ = try await call.resolve(Owner.self, in: container)
    #expect(builds.events.sorted() == ["number", "wine", "wine"])
    makes.withLock { $0 = false }
    for _ in 1...2 { _ = try await call.resolve(Owner.self, in: container) }
    #expect(builds.events.dropFirst(3) == ["wine", "wine"])
  }
}

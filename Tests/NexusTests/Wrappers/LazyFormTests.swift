import Nexus
import TestSupport
import Testing

@Suite("A lazy is a form of what is registered:")
struct LazyFormTests {
  private class Fruit {
    let color: String
    init(_ color: String) { self.color = color }
  }

  @Test("resolved directly", arguments: Way.allCases)
  func direct(way: Way) async throws {
    let made = Counter()
    let container = Container()
    try container.register(Fruit.self) {
      made.increment()
      return Fruit("red")
    }.asTransient()
    let lazy = try await way.resolve(Lazy<Fruit>.self, in: container)
    let provider = try await way.resolve(Provider<Fruit>.self, in: container)
    #expect(made.value == 0)
    #expect(try await way.value(of: lazy) === way.value(of: lazy))
    #expect(try await way.get(from: provider) !== way.get(from: provider))
    #expect(made.value == 3)
  }

  @Test("through the resolver of a factory", arguments: Way.allCases)
  func resolver(way: Way) async throws {
    let container = Container()
    try container.register(Fruit.self) { Fruit("red") }
    try container.register(Both<Fruit>.self) { resolver in
      Both(lazy: try resolver.resolve(), provider: try resolver.resolve())
    }
    let both = try await way.resolve(Both<Fruit>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, way).color == "red") }
  }

  @Test("with a name or a key", arguments: Way.allCases)
  func named(way: Way) async throws {
    let container = Container()
    try container.register(Fruit.self) { Fruit("none") }
    try container.register(Fruit.self, name: "red") { Fruit("red") }
    try container.register(Fruit.self, key: 7) { Fruit("seven") }
    let red = try await way.resolve(Lazy<Fruit>.self, name: "red", in: container)
    let green = try await way.resolve(Lazy<Fruit>.self, name: "green", in: container)
    let seven = try plainly { try container.resolve(Lazy<Fruit>.self, key: 7) }
    #expect(try await way.value(of: red).color == "red")
    #expect(try await way.value(of: seven).color == "seven")
    let error = try #require(await way.error { try await $0.value(of: green) })
    #expect(error.outline == "noRegistrationFound: Lazy<Fruit> named \"green\" → Fruit named \"green\"")
    let provider = try await way.resolve(Provider<Fruit>.self, name: "red", in: container)
    #expect(try await way.get(from: provider).color == "red")
  }

  @Test("with arguments, which are given when it is used", arguments: Way.allCases)
  func arguments(way: Way) async throws {
    let container = Container()
    try container.register(Fruit.self, argument: String.self) { _, color in Fruit(color) }
    try container.register(Fruit.self, arguments: String.self, Int.self) { _, color, count in Fruit("\(count) \(color)")
    }
    let one = try await way.resolve(Lazy<Fruit>.self, arguments: "red", in: container)
    let two = try await way.resolve(Lazy<Fruit>.self, arguments: "red", 2, in: container)
    #expect(try await way.value(of: one).color == "red")
    #expect(try await way.value(of: one) === way.value(of: one))
    #expect(try await way.value(of: two).color == "2 red")
    let provider = try await way.resolve(Provider<Fruit>.self, arguments: "green", 3, in: container)
    #expect(try await way.get(from: provider).color == "3 green")
    #expect(try await way.get(from: provider, arguments: "blue").color == "blue")
  }

  @Test("with arguments that reach the parameters of an initializer", arguments: Way.allCases)
  func suppliedArguments(way: Way) async throws {
    let container = Container()
    try container.register(initializer: Fruit.init)
    let lazy = try await way.resolve(Lazy<Fruit>.self, arguments: "red", in: container)
    #expect(try await way.value(of: lazy).color == "red")
    let provider = try await way.resolve(Provider<Fruit>.self, in: container)
    #expect(try await way.get(from: provider, arguments: "green").color == "green")
    let error = try #require(await way.error { try await $0.get(from: provider) })
    #expect(error.outline == "noRegistrationFound: Fruit → String")
  }

  @Test("an argument of its owner takes the place of what it would resolve", arguments: Way.allCases)
  func ownersArgument(way: Way) async throws {
    let container = Container()
    try container.register(Fruit.self) { Fruit("registered") }
    try container.register(initializer: Both<Fruit>.init)
    let both = try await way.resolve(Both<Fruit>.self, arguments: Fruit("first"), Fruit("second"), in: container)
    #expect(try await both.get(.lazy, way).color == "first")
    #expect(try await both.get(.provider, way).color == "second")
    #expect(try await way.get(from: both.provider) === way.get(from: both.provider))
  }

  @Test("a registration of the lazy itself wins", arguments: Way.allCases)
  func exact(way: Way) async throws {
    let container = Container()
    try container.register(Fruit.self) { Fruit("registered") }
    try container.register(Lazy<Fruit>.self) { Lazy(Fruit("exact")) }
    try container.register(Provider<Fruit>.self) { Provider { Fruit("exact") } }
    try container.register(initializer: Both<Fruit>.init)
    let both = try await way.resolve(Both<Fruit>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, way).color == "exact") }
    #expect(try await way.value(of: way.resolve(Lazy<Fruit>.self, in: container)).color == "exact")
  }

  @Test("optional, it is nil where nothing is registered, and not otherwise", arguments: Way.allCases)
  func optional(way: Way) async throws {
    struct Owner {
      let fruit: Lazy<Fruit>?
      let provider: Provider<Fruit>?
    }
    let container = Container()
    try container.register(initializer: Owner.init(fruit:provider:))
    let without = try await way.resolve(Owner.self, in: container)
    #expect(without.fruit == nil && without.provider == nil)
    #expect(try await way.resolve(Lazy<Fruit>?.self, in: container) == nil)
    try container.register(Fruit.self) { Fruit("red") }
    let owner = try await way.resolve(Owner.self, in: container)
    #expect(try await way.value(of: try #require(owner.fruit)).color == "red")
    #expect(try await way.get(from: try #require(owner.provider)).color == "red")
  }

  @Test("of an optional, it remembers that there was nothing, and a provider asks anew", arguments: Way.allCases)
  func ofOptional(way: Way) async throws {
    let container = Container()
    try container.register(initializer: Both<Fruit?>.init)
    let both = try await way.resolve(Both<Fruit?>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, way) == nil) }
    try container.register(Fruit.self) { Fruit("red") }
    #expect(try await both.get(.lazy, way) == nil)
    #expect(try await both.get(.provider, way)?.color == "red")
    #expect(try await way.value(of: way.resolve(Lazy<Fruit?>.self, in: container))?.color == "red")
  }

  @Test("of a collection, it has all that is registered when it is used", arguments: Way.allCases)
  func ofCollection(way: Way) async throws {
    let container = Container()
    try container.register(initializer: Both<[Fruit]>.init)
    let both = try await way.resolve(Both<[Fruit]>.self, in: container)
    #expect(try await both.get(.provider, way).isEmpty)
    try container.register(Fruit.self) { Fruit("red") }
    container.contribute(Fruit.self) { Fruit("green") }
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, way).map(\.color) == ["red", "green"]) }
    try container.register(Fruit.self, name: "late") { Fruit("late") }
    #expect(try await both.get(.lazy, way).count == 2)
    #expect(try await both.get(.provider, way).count == 3)
  }

  @Test("of a lazy and of a provider", arguments: Way.allCases)
  func nested(way: Way) async throws {
    let made = Counter()
    let container = Container()
    try container.register(Fruit.self) {
      made.increment()
      return Fruit("red")
    }
    let lazy = try await way.value(of: way.resolve(Lazy<Lazy<Fruit>>.self, in: container))
    let provider = try await way.value(of: way.resolve(Lazy<Provider<Fruit>>.self, in: container))
    #expect(made.value == 0)
    #expect(try await way.value(of: lazy).color == "red")
    #expect(try await way.get(from: provider).color == "red")
    #expect(made.value == 2)
  }

  @Test("is registered where what it is of is registered", arguments: [true, false])
  func isRegistered(isThere: Bool) throws {
    let container = Container()
    if isThere { try container.register(Fruit.self) { Fruit("red") } }
    #expect((try container.resolveOptional(Lazy<Fruit>.self) != nil) == isThere)
    #expect((try container.resolveOptional(Provider<Fruit>.self) != nil) == isThere)
  }
}

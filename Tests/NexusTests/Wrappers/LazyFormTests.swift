import Nexus
import TestSupport
import Testing

@Suite("A lazy is a form of what is registered:")
struct LazyFormTests {
  private class Fruit {
    let color: String
    init(_ color: String) { self.color = color }
  }

  @Test("resolved directly", arguments: Call.allCases)
  func direct(call: Call) async throws {
    let made = Counter()
    let container = Container()
    try container.register(Fruit.self) {
      made.increment()
      return Fruit("red")
    }.asTransient()
    let lazy = try await call.resolve(Lazy<Fruit>.self, in: container)
    let provider = try await call.resolve(Provider<Fruit>.self, in: container)
    #expect(made.value == 0)
    #expect(try await call.value(of: lazy) === call.value(of: lazy))
    #expect(try await call.get(from: provider) !== call.get(from: provider))
    #expect(made.value == 3)
  }

  @Test("through the resolver of a factory", arguments: Call.allCases)
  func resolver(call: Call) async throws {
    let container = Container()
    try container.register(Fruit.self) { Fruit("red") }
    try container.register(Both<Fruit>.self) { resolver in
      Both(lazy: try resolver.resolve(), provider: try resolver.resolve())
    }
    let both = try await call.resolve(Both<Fruit>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, call).color == "red") }
  }

  @Test("with a name or a key", arguments: Call.allCases)
  func named(call: Call) async throws {
    let container = Container()
    try container.register(Fruit.self) { Fruit("none") }
    try container.register(Fruit.self, name: "red") { Fruit("red") }
    try container.register(Fruit.self, key: 7) { Fruit("seven") }
    let red = try await call.resolve(Lazy<Fruit>.self, name: "red", in: container)
    let green = try await call.resolve(Lazy<Fruit>.self, name: "green", in: container)
    let seven = try synchronously { try container.resolve(Lazy<Fruit>.self, key: 7) }
    #expect(try await call.value(of: red).color == "red")
    #expect(try await call.value(of: seven).color == "seven")
    let error = try #require(await call.error { try await $0.value(of: green) })
    #expect(error.outline == "noRegistrationFound: Lazy<Fruit> named \"green\" → Fruit named \"green\"")
    let provider = try await call.resolve(Provider<Fruit>.self, name: "red", in: container)
    #expect(try await call.get(from: provider).color == "red")
  }

  @Test("with arguments, which are given when it is used", arguments: Call.allCases)
  func arguments(call: Call) async throws {
    let container = Container()
    try container.register(Fruit.self, argument: String.self) { _, color in Fruit(color) }
    try container.register(Fruit.self, arguments: String.self, Int.self) { _, color, count in Fruit("\(count) \(color)")
    }
    let one = try await call.resolve(Lazy<Fruit>.self, arguments: "red", in: container)
    let two = try await call.resolve(Lazy<Fruit>.self, arguments: "red", 2, in: container)
    #expect(try await call.value(of: one).color == "red")
    #expect(try await call.value(of: one) === call.value(of: one))
    #expect(try await call.value(of: two).color == "2 red")
    let provider = try await call.resolve(Provider<Fruit>.self, arguments: "green", 3, in: container)
    #expect(try await call.get(from: provider).color == "3 green")
    #expect(try await call.get(from: provider, arguments: "blue").color == "blue")
  }

  @Test("with arguments that reach the parameters of an initializer", arguments: Call.allCases)
  func suppliedArguments(call: Call) async throws {
    let container = Container()
    try container.register(initializer: Fruit.init)
    let lazy = try await call.resolve(Lazy<Fruit>.self, arguments: "red", in: container)
    #expect(try await call.value(of: lazy).color == "red")
    let provider = try await call.resolve(Provider<Fruit>.self, in: container)
    #expect(try await call.get(from: provider, arguments: "green").color == "green")
    let error = try #require(await call.error { try await $0.get(from: provider) })
    #expect(error.outline == "noRegistrationFound: Fruit → String")
  }

  @Test("an argument of its owner takes the place of what it would resolve", arguments: Call.allCases)
  func ownersArgument(call: Call) async throws {
    let container = Container()
    try container.register(Fruit.self) { Fruit("registered") }
    try container.register(initializer: Both<Fruit>.init)
    let both = try await call.resolve(Both<Fruit>.self, arguments: Fruit("first"), Fruit("second"), in: container)
    #expect(try await both.get(.lazy, call).color == "first")
    #expect(try await both.get(.provider, call).color == "second")
    #expect(try await call.get(from: both.provider) === call.get(from: both.provider))
  }

  @Test("a registration of the lazy itself wins", arguments: Call.allCases)
  func exact(call: Call) async throws {
    let container = Container()
    try container.register(Fruit.self) { Fruit("registered") }
    try container.register(Lazy<Fruit>.self) { Lazy(Fruit("exact")) }
    try container.register(Provider<Fruit>.self) { Provider { Fruit("exact") } }
    try container.register(initializer: Both<Fruit>.init)
    let both = try await call.resolve(Both<Fruit>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, call).color == "exact") }
    #expect(try await call.value(of: call.resolve(Lazy<Fruit>.self, in: container)).color == "exact")
  }

  @Test("optional, it is nil where nothing is registered, and not otherwise", arguments: Call.allCases)
  func optional(call: Call) async throws {
    struct Owner {
      let fruit: Lazy<Fruit>?
      let provider: Provider<Fruit>?
    }
    let container = Container()
    try container.register(initializer: Owner.init(fruit:provider:))
    let without = try await call.resolve(Owner.self, in: container)
    #expect(without.fruit == nil && without.provider == nil)
    #expect(try await call.resolve(Lazy<Fruit>?.self, in: container) == nil)
    try container.register(Fruit.self) { Fruit("red") }
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(try await call.value(of: try #require(owner.fruit)).color == "red")
    #expect(try await call.get(from: try #require(owner.provider)).color == "red")
  }

  @Test("of an optional, it remembers that there was nothing, and a provider asks anew", arguments: Call.allCases)
  func ofOptional(call: Call) async throws {
    let container = Container()
    try container.register(initializer: Both<Fruit?>.init)
    let both = try await call.resolve(Both<Fruit?>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, call) == nil) }
    try container.register(Fruit.self) { Fruit("red") }
    #expect(try await both.get(.lazy, call) == nil)
    #expect(try await both.get(.provider, call)?.color == "red")
    #expect(try await call.value(of: call.resolve(Lazy<Fruit?>.self, in: container))?.color == "red")
  }

  @Test("of a collection, it has all that is registered when it is used", arguments: Call.allCases)
  func ofCollection(call: Call) async throws {
    let container = Container()
    try container.register(initializer: Both<[Fruit]>.init)
    let both = try await call.resolve(Both<[Fruit]>.self, in: container)
    #expect(try await both.get(.provider, call).isEmpty)
    try container.register(Fruit.self) { Fruit("red") }
    try container.contribute(Fruit.self) { Fruit("green") }
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, call).map(\.color) == ["red", "green"]) }
    try container.register(Fruit.self, name: "late") { Fruit("late") }
    #expect(try await both.get(.lazy, call).count == 2)
    #expect(try await both.get(.provider, call).count == 3)
  }

  @Test("of a lazy and of a provider", arguments: Call.allCases)
  func nested(call: Call) async throws {
    let made = Counter()
    let container = Container()
    try container.register(Fruit.self) {
      made.increment()
      return Fruit("red")
    }
    let lazy = try await call.value(of: call.resolve(Lazy<Lazy<Fruit>>.self, in: container))
    let provider = try await call.value(of: call.resolve(Lazy<Provider<Fruit>>.self, in: container))
    #expect(made.value == 0)
    #expect(try await call.value(of: lazy).color == "red")
    #expect(try await call.get(from: provider).color == "red")
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

import TestSupport
import Testing

struct LazyFormTests {
  private let container = Container()

  private class Fruit {
    let color: String
    init(_ color: String) { self.color = color }
  }

  @Test(arguments: Call.allCases)
  func `a Lazy or Provider that is resolved directly builds its target only when used`(call: Call) async throws {
    let made = Counter()
    try container.register(Fruit.self) { made.count(Fruit("red")) }.asTransient()
    let lazy = try await call.resolve(Lazy<Fruit>.self, in: container)
    let provider = try await call.resolve(Provider<Fruit>.self, in: container)
    #expect(made.value == 0)
    #expect(try await call.value(of: lazy) === call.value(of: lazy))
    #expect(try await call.get(from: provider) !== call.get(from: provider))
    #expect(made.value == 3)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy and a Provider resolve the registration of their name or key`(call: Call) async throws {
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

  @Test(arguments: Call.allCases)
  func `a Lazy or Provider passes its arguments to the factory when it is used`(call: Call) async throws {
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

  @Test(arguments: Call.allCases)
  func `arguments of a Lazy or Provider reach the parameters of an initializer`(call: Call) async throws {
    try container.register(initializer: Fruit.init)
    let lazy = try await call.resolve(Lazy<Fruit>.self, arguments: "red", in: container)
    #expect(try await call.value(of: lazy).color == "red")
    let provider = try await call.resolve(Provider<Fruit>.self, in: container)
    #expect(try await call.get(from: provider, arguments: "green").color == "green")
    await call.expectError("noRegistrationFound: Fruit → String") { try await $0.get(from: provider) }
  }

  @Test(arguments: Call.allCases)
  func `an argument given to an owner becomes the value of its Lazy or Provider`(call: Call) async throws {
    try container.register(Fruit.self) { Fruit("registered") }
    try container.register(initializer: Both<Fruit>.init)
    let both = try await call.resolve(Both<Fruit>.self, arguments: Fruit("first"), Fruit("second"), in: container)
    #expect(try await both.get(.lazy, call).color == "first")
    #expect(try await both.get(.provider, call).color == "second")
    #expect(try await call.get(from: both.provider) === call.get(from: both.provider))
  }

  @Test(arguments: Call.allCases)
  func `a registration of a Lazy or Provider type takes precedence over the derived one`(call: Call) async throws {
    try container.register(Fruit.self) { Fruit("registered") }
    try container.register(Lazy<Fruit>.self) { Lazy(Fruit("exact")) }
    try container.register(Provider<Fruit>.self) { Provider { Fruit("exact") } }
    try container.register(initializer: Both<Fruit>.init)
    let both = try await call.resolve(Both<Fruit>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, call).color == "exact") }
    #expect(try await call.value(of: call.resolve(Lazy<Fruit>.self, in: container)).color == "exact")
  }

  @Test(arguments: Call.allCases)
  func `an optional Lazy or Provider is nil only if its type is not registered`(call: Call) async throws {
    struct Owner { let fruit: Lazy<Fruit>?, provider: Provider<Fruit>? }
    try container.register(initializer: Owner.init(fruit:provider:))
    let without = try await call.resolve(Owner.self, in: container)
    #expect(without.fruit == nil && without.provider == nil)
    #expect(try await call.resolve(Lazy<Fruit>?.self, in: container) == nil)
    try container.register(Fruit.self) { Fruit("red") }
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(try await call.value(of: try #require(owner.fruit)).color == "red")
    #expect(try await call.get(from: try #require(owner.provider)).color == "red")
  }

  @Test(arguments: Call.allCases)
  func `a Lazy of an optional remembers nil, and a Provider resolves again`(call: Call) async throws {
    try container.register(initializer: Both<Fruit?>.init)
    let both = try await call.resolve(Both<Fruit?>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, call) == nil) }
    try container.register(Fruit.self) { Fruit("red") }
    #expect(try await both.get(.lazy, call) == nil)
    #expect(try await both.get(.provider, call)?.color == "red")
    #expect(try await call.value(of: call.resolve(Lazy<Fruit?>.self, in: container))?.color == "red")
  }

  @Test(arguments: Call.allCases)
  func `a Lazy of a collection holds the registrations that exist when it is first used`(call: Call) async throws {
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

  @Test(arguments: Call.allCases)
  func `a Lazy of a Lazy or of a Provider builds nothing until the inner one is used`(call: Call) async throws {
    let made = Counter()
    try container.register(Fruit.self) { made.count(Fruit("red")) }
    let lazy = try await call.value(of: call.resolve(Lazy<Lazy<Fruit>>.self, in: container))
    let provider = try await call.value(of: call.resolve(Lazy<Provider<Fruit>>.self, in: container))
    #expect(made.value == 0)
    #expect(try await call.value(of: lazy).color == "red")
    #expect(try await call.get(from: provider).color == "red")
    #expect(made.value == 2)
  }
}

import TestSupport
import Testing

struct LazyFormTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `a Lazy or Provider that is resolved directly builds its target only when used`(call: Call) async throws {
    let made = Counter()
    try container.register(Berry.self) { made.count(Berry(color: "red")) }.asTransient()
    let lazy = try await call.resolve(Lazy<Berry>.self, in: container)
    let provider = try await call.resolve(Provider<Berry>.self, in: container)
    #expect(made.value == 0)
    #expect(try await call.value(of: lazy) === call.value(of: lazy))
    #expect(try await call.get(from: provider) !== call.get(from: provider))
    #expect(made.value == 3)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy and a Provider resolve the registration of their name or key`(call: Call) async throws {
    try container.register(Berry.self) { Berry(color: "none") }
    try container.register(Berry.self, name: "red") { Berry(color: "red") }
    try container.register(Berry.self, key: 7) { Berry(color: "seven") }
    let red = try await call.resolve(Lazy<Berry>.self, name: "red", in: container)
    let green = try await call.resolve(Lazy<Berry>.self, name: "green", in: container)
    let seven = try synchronously { try container.resolve(Lazy<Berry>.self, key: 7) }
    #expect(try await call.value(of: red).color == "red")
    #expect(try await call.value(of: seven).color == "seven")
    let error = try #require(await call.error { try await $0.value(of: green) })
    #expect(error.outline == "noRegistrationFound: Lazy<Berry> named \"green\" → Berry named \"green\"")
    let provider = try await call.resolve(Provider<Berry>.self, name: "red", in: container)
    #expect(try await call.get(from: provider).color == "red")
  }

  @Test(arguments: Call.allCases)
  func `a Lazy or Provider passes its arguments to the factory when it is used`(call: Call) async throws {
    try container.register(Berry.self, argument: String.self) { _, color in Berry(color: color) }
    try container.register(Berry.self, arguments: String.self, Int.self) { _, color, count in
      Berry(color: "\(count) \(color)")
    }
    let one = try await call.resolve(Lazy<Berry>.self, arguments: "red", in: container)
    let two = try await call.resolve(Lazy<Berry>.self, arguments: "red", 2, in: container)
    #expect(try await call.value(of: one).color == "red")
    #expect(try await call.value(of: one) === call.value(of: one))
    #expect(try await call.value(of: two).color == "2 red")
    let provider = try await call.resolve(Provider<Berry>.self, arguments: "green", 3, in: container)
    #expect(try await call.get(from: provider).color == "3 green")
    #expect(try await call.get(from: provider, arguments: "blue").color == "blue")
  }

  @Test(arguments: Call.allCases)
  func `arguments of a Lazy or Provider reach the parameters of an initializer`(call: Call) async throws {
    try container.register(initializer: Berry.init)
    let lazy = try await call.resolve(Lazy<Berry>.self, arguments: "red", in: container)
    #expect(try await call.value(of: lazy).color == "red")
    let provider = try await call.resolve(Provider<Berry>.self, in: container)
    #expect(try await call.get(from: provider, arguments: "green").color == "green")
    await call.expectError("noRegistrationFound: Berry → String") { try await $0.get(from: provider) }
  }

  @Test(arguments: Call.allCases)
  func `an argument given to an owner becomes the value of its Lazy or Provider`(call: Call) async throws {
    try container.register(Berry.self) { Berry(color: "registered") }
    try container.register(initializer: Both<Berry>.init)
    let (first, second) = (Berry(color: "first"), Berry(color: "second"))
    let both = try await call.resolve(Both<Berry>.self, arguments: first, second, in: container)
    #expect(try await both.get(.lazy, call).color == "first")
    #expect(try await both.get(.provider, call).color == "second")
    #expect(try await call.get(from: both.provider) === call.get(from: both.provider))
  }

  @Test(arguments: Call.allCases)
  func `a registration of a Lazy or Provider type takes precedence over the derived one`(call: Call) async throws {
    try container.register(Berry.self) { Berry(color: "registered") }
    try container.register(Lazy<Berry>.self) { Lazy(Berry(color: "exact")) }
    try container.register(Provider<Berry>.self) { Provider { Berry(color: "exact") } }
    try container.register(initializer: Both<Berry>.init)
    let both = try await call.resolve(Both<Berry>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, call).color == "exact") }
    #expect(try await call.value(of: call.resolve(Lazy<Berry>.self, in: container)).color == "exact")
  }

  @Test(arguments: Call.allCases)
  func `an optional Lazy or Provider is nil only if its type is not registered`(call: Call) async throws {
    struct Owner { let fruit: Lazy<Berry>?, provider: Provider<Berry>? }
    try container.register(initializer: Owner.init(fruit:provider:))
    let without = try await call.resolve(Owner.self, in: container)
    #expect(without.fruit == nil && without.provider == nil)
    #expect(try await call.resolve(Lazy<Berry>?.self, in: container) == nil)
    try container.register(Berry.self) { Berry(color: "red") }
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(try await call.value(of: try #require(owner.fruit)).color == "red")
    #expect(try await call.get(from: try #require(owner.provider)).color == "red")
  }

  @Test(arguments: Call.allCases)
  func `a Lazy of an optional remembers nil, and a Provider resolves again`(call: Call) async throws {
    try container.register(initializer: Both<Berry?>.init)
    let both = try await call.resolve(Both<Berry?>.self, in: container)
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, call) == nil) }
    try container.register(Berry.self) { Berry(color: "red") }
    #expect(try await both.get(.lazy, call) == nil)
    #expect(try await both.get(.provider, call)?.color == "red")
    #expect(try await call.value(of: call.resolve(Lazy<Berry?>.self, in: container))?.color == "red")
  }

  @Test(arguments: Call.allCases)
  func `a Lazy of a collection holds the registrations that exist when it is first used`(call: Call) async throws {
    try container.register(initializer: Both<[Berry]>.init)
    let both = try await call.resolve(Both<[Berry]>.self, in: container)
    #expect(try await both.get(.provider, call).isEmpty)
    try container.register(Berry.self) { Berry(color: "red") }
    try container.contribute(Berry.self) { Berry(color: "green") }
    for wrapper in Deferral.allCases { #expect(try await both.get(wrapper, call).map(\.color) == ["red", "green"]) }
    try container.register(Berry.self, name: "late") { Berry(color: "late") }
    #expect(try await both.get(.lazy, call).count == 2)
    #expect(try await both.get(.provider, call).count == 3)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy of a Lazy or of a Provider builds nothing until the inner one is used`(call: Call) async throws {
    let made = Counter()
    try container.register(Berry.self) { made.count(Berry(color: "red")) }
    let lazy = try await call.value(of: call.resolve(Lazy<Lazy<Berry>>.self, in: container))
    let provider = try await call.value(of: call.resolve(Lazy<Provider<Berry>>.self, in: container))
    #expect(made.value == 0)
    #expect(try await call.value(of: lazy).color == "red")
    #expect(try await call.get(from: provider).color == "red")
    #expect(made.value == 2)
  }
}

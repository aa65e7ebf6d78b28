import TestSupport
import Testing

@Suite("Provider", .ownThreads)
struct ProviderTests {
  private let container = Container()

  private struct Orchard { let fruits: Provider<Berry> }
  private static func make(_ scope: AnyScope, _ made: Counter = Counter()) throws -> Container {
    let container = Container()
    scope.apply(to: try container.register(Berry.self) { Berry(color: "\(made.increment())") })
    try container.register(initializer: Orchard.init(fruits:))
    return container
  }

  @Test(arguments: Call.allCases)
  func `a Provider uses the registrations that exist at each call`(call: Call) async throws {
    let container = try ProviderTests.make(.singleton)
    let orchard = try await call.resolve(Orchard.self, in: container)
    #expect(try await call.get(from: orchard.fruits).color == "1")
    try container.register(Berry.self) { throw Objection() }
    #expect(await call.error { try await $0.get(from: orchard.fruits) }?.outline == "factoryFailed: Berry")
    container.unregister(Berry.self)
    await call.expectError("noRegistrationFound: Berry") { try await $0.get(from: orchard.fruits) }
  }

  @Test(arguments: Call.allCases)
  func `a Provider passes one or more arguments to the registration of its name`(call: Call) async throws {
    try container.register(Berry.self, argument: String.self) { _, color in Berry(color: color) }
    try container.register(Berry.self, name: "dried", argument: String.self) { _, color in Berry(color: "dry \(color)")
    }
    try container.register(Berry.self, arguments: String.self, Int.self, Bool.self) { _, color, count, isRipe in
      Berry(color: "\(count) \(color) \(isRipe)")
    }
    let provider = try await call.resolve(Provider<Berry>.self, in: container)
    let dried = try await call.resolve(Provider<Berry>.self, name: "dried", in: container)
    #expect(try await call.get(from: provider, arguments: "red").color == "red")
    #expect(try await call.get(from: provider, arguments: "red", 2, true).color == "2 red true")
    #expect(try await call.get(from: dried, arguments: "red").color == "dry red")
    await call.expectError(.noRegistrationFound) { try await $0.get(from: provider, arguments: 1) }
  }

  @Test(arguments: Call.allCases)
  func `an optional Provider is nil only if nothing is registered, with arguments or without`(call: Call) async throws {
    try container.register(Berry.self, name: "dried", argument: String.self) { _, color in Berry(color: color) }
    let dried = try await call.resolve(Provider<Berry>?.self, name: "dried", in: container)
    #expect(try await call.get(from: #require(dried), arguments: "red").color == "red")
    #expect(try await call.resolve(Provider<Berry>?.self, in: container) == nil)
    #expect(container.isRegistered(Provider<Berry>.self, name: "dried"))
    #expect(!container.isRegistered(Provider<Berry>.self))
  }

  @Test(arguments: Call.allCases)
  func `a collection of Providers is empty if no Provider is registered`(call: Call) async throws {
    let container = try ProviderTests.make(.transient)
    #expect(try await call.resolve([Provider<Berry>].self, in: container).isEmpty)
  }

  @Test func `a Provider with an asynchronous target resolves only for awaiting callers`() async throws {
    try container.register(Berry.self) { () async in Berry(color: "red") }
    try container.register(initializer: Orchard.init(fruits:))
    let orchard = try synchronously { try container.resolve(Orchard.self) }
    await Call.synchronous.expectError("asynchronousFactory: Berry") { try await $0.get(from: orchard.fruits) }
    #expect(try await orchard.fruits.get().color == "red")
  }

  @Test(arguments: Call.allCases)
  func `resolve throws circularDependency if a Provider needs its owner during init`(call: Call) async throws {
    final class Owner { init(_ need: Provider<Need>) throws { _ = try need.get() } }
    final class Need { init(_ owner: Owner) {} }
    for scope in AnyScope.builtIn {
      let container = Container()
      scope.apply(to: try container.register(initializer: Owner.init))
      try container.register(initializer: Need.init)
      let error = await call.error { try await $0.resolve(Owner.self, in: container) }
      #expect(error?.outline == "circularDependency: Owner → Need → Owner", "\(scope)")
    }
  }

  @Test(arguments: Crowd.all)
  func `a Provider gives each of 8 threads and tasks the product of its own argument`(crowd: Crowd) async throws {
    try container.register(Berry.self, argument: String.self) { _, color in Berry(color: color) }
    let provider = try await container.resolve(Provider<Berry>.self)
    for _ in rounds(100) {
      let results = await crowd.run { number in
        try provider.get(arguments: "\(number)").color
      } asynchronous: { number in
        try await provider.get(arguments: "\(number)").color
      }
      #expect(try results.map { try $0.get() } == (0..<8).map(String.init))
    }
  }

  /// A product that takes two instances that a tree shares.
  private struct Basket { let first: Berry, second: Berry }

  @Test(arguments: Call.allCases)
  func `a Provider starts a new tree, with shared graph-scoped instances, at each call`(call: Call) async throws {
    struct Owner { let fruit: Berry, fruits: Provider<Berry>, baskets: Provider<Basket> }
    let container = try ProviderTests.make(.graph)
    try container.register(initializer: Basket.init)
    try container.register(initializer: Owner.init(fruit:fruits:baskets:))
    let owner = try await call.resolve(Owner.self, in: container)
    var fruits = [owner.fruit]
    for _ in 1...3 { fruits.append(try await call.get(from: owner.fruits)) }
    for _ in 1...2 {
      let basket = try await call.get(from: owner.baskets)
      #expect(basket.first === basket.second)
      fruits.append(basket.first)
    }
    #expect(Set(fruits.map(ObjectIdentifier.init)).count == fruits.count)
  }

  @Test(arguments: Call.allCases)
  func `a Provider called in its owner's initializer starts a new tree at each call`(call: Call) async throws {
    final class Shade {}
    final class Owner {
      let fruits: [Berry]
      let shades: [Shade]
      init(_ fruit: Berry, _ provider: Provider<Berry>, _ shade: Provider<Shade>) throws {
        fruits = [fruit, try provider.get(), try provider.get()]
        shades = [try shade.get(arguments: 1), try shade.get(arguments: 1)]
      }
    }
    let container = try ProviderTests.make(.graph)
    try container.register(Shade.self, argument: Int.self) { _, _ in Shade() }
    try container.register(initializer: Owner.init)
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(Set(owner.fruits.map(ObjectIdentifier.init)).count == 3)
    #expect(owner.shades[0] !== owner.shades[1])
  }

  @Test(arguments: Crowd.all)
  func `a Provider builds one graph-scoped instance for each of 8 concurrent calls`(crowd: Crowd) async throws {
    let made = Counter()
    let container = try ProviderTests.make(.graph, made)
    for round in rounds(100) {
      let provider = try await container.resolve(Provider<Berry>.self)
      let results = await crowd.run { _ in
        try provider.get()
      } asynchronous: { _ in
        try await provider.get()
      }
      #expect(Set(try results.map { ObjectIdentifier(try $0.get()) }).count == 8)
      #expect(made.value == 8 * (round + 1))
    }
  }

  @Test(arguments: Call.allCases)
  func `resolve throws circularDependency if a Provider in afterInit needs its owner`(call: Call) async throws {
    final class Owner {
      let need: Provider<Need>
      init(_ need: Provider<Need>) { self.need = need }
    }
    final class Need { init(_ owner: Owner) {} }
    try container.register(initializer: Owner.init).afterInit { _, owner in _ = try owner.need.get() }
    try container.register(initializer: Need.init)
    try container.register(Bool.self) { resolver in
      _ = try resolver.resolve(Owner.self) as Owner
      return true
    }
    let error = await call.expectError(.circularDependency) { try await $0.resolve(Bool.self, in: container) }
    #expect(error?.pathNames == ["Bool", "Owner", "Need", "Owner"])
  }

  @Test(arguments: Call.allCases)
  func `a Provider made from a closure calls the closure and ignores arguments`(call: Call) async throws {
    let made = Counter()
    let orchard = Orchard(fruits: Provider { Berry(color: "\(made.increment())") })
    #expect(try await call.get(from: orchard.fruits).color == "1")
    #expect(try await call.get(from: orchard.fruits, arguments: "red", 4).color == "2")
    let rotten = Provider<Berry> { throw Objection() }
    await #expect(throws: Objection.self) { try await call.get(from: rotten) }
  }
}

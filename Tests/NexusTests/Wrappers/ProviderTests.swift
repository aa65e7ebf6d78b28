import Nexus
import AstrojectTesting
import TestSupport
import Testing

@Suite("A provider")
struct ProviderTests {
  private final class Fruit: Sendable {
    let color: String
    init(color: String) { self.color = color }
  }
  private struct Orchard {
    let fruits: Provider<Fruit>
  }
  private struct Rotten: Error {}

  private static func make(_ span: Span, _ made: Counter = Counter()) throws -> Container {
    let container = Container()
    span.apply(to: try container.register(Fruit.self) { Fruit(color: "\(made.increment())") })
    try container.register(initializer: Orchard.init(fruits:))
    return container
  }

  @Test("resolves at each call and not before", arguments: Way.allCases)
  func each(way: Way) async throws {
    let made = Counter()
    let container = try ProviderTests.make(.transient, made)
    let orchard = try await way.resolve(Orchard.self, in: container)
    #expect(made.value == 0)
    for number in 1...3 { #expect(try await way.get(from: orchard.fruits).color == "\(number)") }
  }

  @Test(
    "gives the one instance that a scope keeps", arguments: Way.allCases, [Span.singleton, .disposable, .container])
  func kept(way: Way, span: Span) async throws {
    let container = try ProviderTests.make(span)
    let orchard = try await way.resolve(Orchard.self, in: container)
    let fruit = try await way.get(from: orchard.fruits)
    #expect(try await way.get(from: orchard.fruits) === fruit)
    if span == .disposable {
      plainly { container.release(Fruit.self) }
      #expect(try await way.get(from: orchard.fruits) !== fruit)
    }
  }

  @Test("sees what is registered at each call", arguments: Way.allCases)
  func replaced(way: Way) async throws {
    let container = try ProviderTests.make(.singleton)
    let orchard = try await way.resolve(Orchard.self, in: container)
    #expect(try await way.get(from: orchard.fruits).color == "1")
    try container.register(Fruit.self) { throw Rotten() }
    let error = await way.error { try await $0.get(from: orchard.fruits) }
    #expect(error?.outline == "factoryFailed: Fruit")
    container.unregister(Fruit.self)
    let missing = await way.error { try await $0.get(from: orchard.fruits) }
    #expect(missing?.outline == "noRegistrationFound: Fruit")
  }

  @Test("gives arguments, as many as there are, under its own name", arguments: Way.allCases)
  func arguments(way: Way) async throws {
    let container = Container()
    try container.register(Fruit.self, argument: String.self) { _, color in Fruit(color: color) }
    try container.register(Fruit.self, name: "dried", argument: String.self) { _, color in Fruit(color: "dry \(color)")
    }
    try container.register(Fruit.self, arguments: String.self, Int.self, Bool.self) { _, color, count, isRipe in
      Fruit(color: "\(count) \(color) \(isRipe)")
    }
    let provider = try await way.resolve(Provider<Fruit>.self, in: container)
    let dried = try await way.resolve(Provider<Fruit>.self, name: "dried", in: container)
    #expect(try await way.get(from: provider, arguments: "red").color == "red")
    #expect(try await way.get(from: provider, arguments: "red", 2, true).color == "2 red true")
    #expect(try await way.get(from: dried, arguments: "red").color == "dry red")
    let error = await way.error { try await $0.get(from: provider, arguments: 1) }
    #expect(error?.kind == .noRegistrationFound)
  }

  @Test("keeps one instance for each argument where the scope does", arguments: Way.allCases)
  func keptArguments(way: Way) async throws {
    let container = Container()
    try container.register(Fruit.self, argument: String.self) { _, color in Fruit(color: color) }.asSingleton()
    let provider = try await way.resolve(Provider<Fruit>.self, in: container)
    let red = try await way.get(from: provider, arguments: "red")
    #expect(try await way.get(from: provider, arguments: "red") === red)
    #expect(try await way.get(from: provider, arguments: "green") !== red)
  }

  @Test("of an optional is asked anew each time", arguments: Way.allCases)
  func optional(way: Way) async throws {
    let container = Container()
    let provider = try await way.resolve(Provider<Fruit?>.self, in: container)
    #expect(try await way.get(from: provider) == nil)
    try container.register(Fruit.self) { Fruit(color: "red") }
    #expect(try await way.get(from: provider)?.color == "red")
    container.unregister(Fruit.self)
    #expect(try await way.get(from: provider) == nil)
  }

  @Test("there is no collection of providers: an array is of what is registered as such", arguments: Way.allCases)
  func collection(way: Way) async throws {
    let container = try ProviderTests.make(.transient)
    #expect(try await way.resolve([Provider<Fruit>].self, in: container).isEmpty)
  }

  @Test("of what has to be awaited refuses to block, and gives it to those who await")
  func asynchronous() async throws {
    let container = Container()
    try container.register(Fruit.self) { () async in Fruit(color: "red") }
    try container.register(initializer: Orchard.init(fruits:))
    let orchard = try plainly { try container.resolve(Orchard.self) }
    let error = await Way.blocking.error { try await $0.get(from: orchard.fruits) }
    #expect(error?.outline == "asynchronousFactory: Fruit")
    #expect(try await orchard.fruits.get().color == "red")
  }

  @Test("asked for while its owner is being built, throws where that needs the owner", arguments: Way.allCases)
  func cycle(way: Way) async throws {
    final class Owner {
      init(_ need: Provider<Need>) throws { _ = try need.get() }
    }
    final class Need {
      init(_ owner: Owner) {}
    }
    for span in Span.allCases {
      try await promptly(way) { way in
        let container = Container()
        span.apply(to: try container.register(initializer: Owner.init))
        try container.register(initializer: Need.init)
        let error = await way.error { try await $0.resolve(Owner.self, in: container) }
        #expect(error?.kind == .circularDependency, "\(span)")
        #expect(error?.pathNames.prefix(3) == ["Owner", "Need", "Owner"], "\(span)")
      }
    }
  }

  @Test("gives each thread what it asked for", arguments: Crowd.all)
  func crowd(crowd: Crowd) async throws {
    let container = Container()
    try container.register(Fruit.self, argument: String.self) { _, color in Fruit(color: color) }
    let provider = try await container.resolve(Provider<Fruit>.self)
    for _ in 0..<100 {
      let results = await crowd.run { number in
        try provider.get(arguments: "\(number)").color
      } asynchronous: { number in
        try await provider.get(arguments: "\(number)").color
      }
      #expect(try results.map { try $0.get() } == (0..<8).map(String.init))
    }
  }

  @Test("shares within its tree what many threads ask for at once", arguments: Crowd.all)
  func sharing(crowd: Crowd) async throws {
    let made = Counter()
    let container = try ProviderTests.make(.graph, made)
    for round in 1...100 {
      let provider = try await container.resolve(Provider<Fruit>.self)
      let meeting = Barrier(count: 8)
      let results = await crowd.run { _ in
        let fruit = try provider.get()
        meeting.wait()
        return fruit
      } asynchronous: { _ in
        let fruit = try await provider.get()
        await meeting.pass()
        return fruit
      }
      #expect(Set(try results.map { ObjectIdentifier(try $0.get()) }).count == 1)
      #expect(made.value == round)
    }
  }

  @Test("made by hand gives what its closure makes, whatever the arguments", arguments: Way.allCases)
  func byHand(way: Way) async throws {
    let made = Counter()
    let orchard = Orchard(fruits: Provider { Fruit(color: "\(made.increment())") })
    #expect(try await way.get(from: orchard.fruits).color == "1")
    #expect(try await way.get(from: orchard.fruits, arguments: "red", 4).color == "2")
    let rotten = Provider<Fruit> { throw Rotten() }
    await #expect(throws: Rotten.self) { try await way.get(from: rotten) }
  }
}

import Nexus
import AstrojectTesting
import TestSupport
import Testing

@Suite("Parameters filled by their type")
struct ParameterTypeTests {
  private protocol Crate<Content> {
    associatedtype Content
    var content: Content { get }
  }
  private struct Box<Content>: Crate { let content: Content }
  private struct Guarded {
    let numbers: any Crate<Int>
    let texts: any Crate<String>
  }

  private struct Broken { init() throws { throw Objection() } }
  private struct Wishful { let broken: Broken? }
  private struct Listed { let numbers: [Int] }
  private struct Later { let numbers: Lazy<[Int]> }
  private struct Maybe { let number: Provider<Int?> }
  private struct Twice { let number: Lazy<Lazy<Int>> }
  private struct Doubtful { let number: Int?? }

  private final class Station {
    let container: Container
    let resolver: Resolver
    let number: Int

    init(container: Container, resolver: Resolver) throws {
      (self.container, self.resolver) = (container, resolver)
      number = try resolver.resolve(Int.self)
    }
  }

  private let container = Container()

  @Test(arguments: Call.allCases)
  func `existential parameters with different bound types get different registrations`(call: Call) async throws {
    try container.register((any Crate<Int>).self) { Box(content: 1) }
    try container.register((any Crate<String>).self) { Box(content: "one") }
    try container.register(initializer: Guarded.init)
    let shelf = try await call.resolve(Guarded.self, in: container)
    #expect(shelf.numbers.content == 1)
    #expect(shelf.texts.content == "one")
  }

  @Test(arguments: Call.allCases)
  func `a parameter of a closure type gets the registered closure`(call: Call) async throws {
    struct Doubling { let double: @Sendable (Int) -> Int }
    try container.register((@Sendable (Int) -> Int).self) { { $0 * 2 } }
    try container.register(initializer: Doubling.init)
    #expect(try await call.resolve(Doubling.self, in: container).double(21) == 42)
  }

  // MARK: Optionals

  @Test(arguments: Call.allCases)
  func `an optional parameter is nil only if its type is not registered`(call: Call) async throws {
    try container.register(initializer: Wishful.init)
    #expect(try await call.resolve(Wishful.self, in: container).broken == nil)
    try container.register(initializer: Broken.init)
    let error = await call.expectResolveThrows(Wishful.self, in: container, .factoryFailed)
    #expect(error?.failure?.key == Key(Broken.self))
    #expect(error?.underlyingError as? Objection == Objection())
  }

  @Test(arguments: Call.allCases)
  func `a doubly optional parameter distinguishes a missing registration from a nil`(call: Call) async throws {
    try container.register(initializer: Doubtful.init)
    #expect(try await call.resolve(Doubtful.self, in: container).number == .none)
    try container.register(Int?.self) { nil }
    #expect(try await call.resolve(Doubtful.self, in: container).number == .some(.none))
    try container.register(Int?.self) { 5 }
    #expect(try await call.resolve(Doubtful.self, in: container).number == .some(.some(5)))
  }

  @Test(arguments: Call.allCases)
  func `a doubly optional parameter gets the value registered for the unwrapped type`(call: Call) async throws {
    try container.register(Int.self) { 5 }
    try container.register(initializer: Doubtful.init)
    #expect(try await call.resolve(Doubtful.self, in: container).number == .some(.some(5)))
  }

  // MARK: Collections

  @Test(arguments: Call.allCases)
  func `an array parameter gets all registrations of its element type, or is empty`(call: Call) async throws {
    try container.register(initializer: Listed.init)
    #expect(try await call.resolve(Listed.self, in: container).numbers == [])
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "two") { 2 }
    try container.contribute(Int.self) { 3 }
    #expect(try await call.resolve(Listed.self, in: container).numbers == [1, 2, 3])
  }

  @Test(arguments: Call.allCases)
  func `a dictionary parameter gets the registrations under keys of its key type`(call: Call) async throws {
    struct Shelf {
      let byNumber: [Int: Ink]
      let byName: [String: Ink]
      let later: Lazy<[Int: Ink]>
      let missing: [Int: Text]?
    }
    final class Ink: Sendable {
      let color: String
      init(_ color: String) { self.color = color }
    }
    typealias Text = String
    let container = Container()
    try container.register(Ink.self, key: 1) { Ink("one") }
    try container.contribute(Ink.self, name: "a") { Ink("a") }
    try container.register(Ink.self) { Ink("plain") }
    try container.register(initializer: Shelf.init)
    let shelf = try await call.resolve(Shelf.self, in: container)
    #expect(shelf.byNumber.mapValues(\.color) == [1: "one"] && shelf.byName.mapValues(\.color) == ["a": "a"])
    #expect(try shelf.later.value.mapValues(\.color) == [1: "one"] && shelf.missing == nil)
    struct Table { let texts: [Int: String] }
    try container.register(initializer: Table.init)
    await call.expectResolveThrows(Table.self, in: container, .noRegistrationFound)
    let table = try await call.resolve(Table.self, arguments: [3: "given"], in: container)
    #expect(table.texts == [3: "given"])
  }

  @Test(arguments: Call.allCases)
  func `a registered array takes precedence over the collection of its elements`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register([Int].self) { [7, 8, 9] }
    try container.register(initializer: Listed.init)
    #expect(try await call.resolve(Listed.self, in: container).numbers == [7, 8, 9])
  }

  // MARK: Nested wrappers

  @Test(arguments: Call.allCases)
  func `a Lazy array parameter collects its elements at its first use`(call: Call) async throws {
    try container.register(initializer: Later.init)
    let later = try await call.resolve(Later.self, in: container)
    try container.register(Int.self) { 1 }
    try container.contribute(Int.self) { 2 }
    #expect(try later.numbers.value == [1, 2])
    try container.register(Int.self, name: "late") { 3 }
    #expect(try later.numbers.value == [1, 2])
  }

  @Test(arguments: Call.allCases)
  func `a Provider of an optional checks at each use if its type is registered`(call: Call) async throws {
    try container.register(initializer: Maybe.init)
    let maybe = try await call.resolve(Maybe.self, in: container)
    #expect(try await maybe.number.get() == nil)
    try container.register(Int.self) { 5 }
    #expect(try await maybe.number.get() == 5)
    #expect(try synchronously { try maybe.number.get() } == 5)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy of a Lazy resolves its value when the inner one is used`(call: Call) async throws {
    let builds = Counter()
    try container.register(Int.self) { builds.increment() }
    try container.register(initializer: Twice.init)
    let inner = try await call.resolve(Twice.self, in: container).number.value
    #expect(builds.value == 0)
    #expect(try inner.value == 1)
    #expect(try inner.value == 1)
  }

  // MARK: Container and Resolver

  @Test(arguments: Call.allCases)
  func `Container and Resolver parameters get the container that resolves`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Station.init)
    let station = try await call.resolve(Station.self, in: container)
    #expect(station.container === container)
    #expect(station.number == 1)
    #expect(try await station.resolver.resolve(Int.self) == 1)
  }

  @Test(arguments: Call.allCases)
  func `Container and Resolver parameters get the child container that resolves`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Station.init)
    let child = try container.makeChild { try $0.register(Int.self) { 2 } }
    let station = try await call.resolve(Station.self, in: child)
    #expect(station.container === child)
    #expect(station.number == 2)
    #expect(try await station.resolver.resolve(Int.self) == 2)
  }

  @Test(arguments: Call.allCases)
  func `Container and Resolver parameters of a parent's singleton get the parent`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Station.init).asDisposableSingleton()
    let child = try container.makeChild { try $0.register(Int.self) { 2 } }
    let station = try await call.resolve(Station.self, in: child)
    #expect(station.container === container)
    #expect(station.number == 1)
    await container.release(Station.self)
  }
}

import Nexus
import AstrojectTesting
import TestSupport
import Testing

@Suite("A parameter is filled by its type:")
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

  @Test("existentials with bound types are told apart", arguments: Call.allCases)
  func existentials(call: Call) async throws {
    try container.register((any Crate<Int>).self) { Box(content: 1) }
    try container.register((any Crate<String>).self) { Box(content: "one") }
    try container.register(initializer: Guarded.init)
    let shelf = try await call.resolve(Guarded.self, in: container)
    #expect(shelf.numbers.content == 1)
    #expect(shelf.texts.content == "one")
  }

  @Test("a closure is a type like any other", arguments: Call.allCases)
  func closure(call: Call) async throws {
    struct Doubling { let double: @Sendable (Int) -> Int }
    try container.register((@Sendable (Int) -> Int).self) { { $0 * 2 } }
    try container.register(initializer: Doubling.init)
    #expect(try await call.resolve(Doubling.self, in: container).double(21) == 42)
  }

  // MARK: Optionals

  @Test("an optional is nil where its type is not registered, and only there", arguments: Call.allCases)
  func optional(call: Call) async throws {
    try container.register(initializer: Wishful.init)
    #expect(try await call.resolve(Wishful.self, in: container).broken == nil)
    try container.register(initializer: Broken.init)
    let error = await call.expectResolveThrows(Wishful.self, in: container, .factoryFailed)
    #expect(error?.failure?.key == Key(Broken.self))
    #expect(error?.underlyingError as? Objection == Objection())
  }

  @Test("an optional of an optional tells what is not registered from what is nil", arguments: Call.allCases)
  func nestedOptional(call: Call) async throws {
    try container.register(initializer: Doubtful.init)
    #expect(try await call.resolve(Doubtful.self, in: container).number == .none)
    try container.register(Int?.self) { nil }
    #expect(try await call.resolve(Doubtful.self, in: container).number == .some(.none))
    try container.register(Int?.self) { 5 }
    #expect(try await call.resolve(Doubtful.self, in: container).number == .some(.some(5)))
  }

  @Test("an optional of an optional is filled by what is registered for the type itself", arguments: Call.allCases)
  func nestedOptionalOfValue(call: Call) async throws {
    try container.register(Int.self) { 5 }
    try container.register(initializer: Doubtful.init)
    #expect(try await call.resolve(Doubtful.self, in: container).number == .some(.some(5)))
  }

  // MARK: Collections

  @Test("an array is all there is, or empty", arguments: Call.allCases)
  func collection(call: Call) async throws {
    try container.register(initializer: Listed.init)
    #expect(try await call.resolve(Listed.self, in: container).numbers == [])
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "two") { 2 }
    try container.contribute(Int.self) { 3 }
    #expect(try await call.resolve(Listed.self, in: container).numbers == [1, 2, 3])
  }

  @Test("a dictionary is of what is registered under keys of its type", arguments: Call.allCases)
  func dictionary(call: Call) async throws {
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

  @Test("an array that is registered as such wins over the collection", arguments: Call.allCases)
  func registeredArray(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register([Int].self) { [7, 8, 9] }
    try container.register(initializer: Listed.init)
    #expect(try await call.resolve(Listed.self, in: container).numbers == [7, 8, 9])
  }

  // MARK: Wrappers of other forms

  @Test("a Lazy of an array collects when it is used", arguments: Call.allCases)
  func lazyCollection(call: Call) async throws {
    try container.register(initializer: Later.init)
    let later = try await call.resolve(Later.self, in: container)
    try container.register(Int.self) { 1 }
    try container.contribute(Int.self) { 2 }
    #expect(try later.numbers.value == [1, 2])
    try container.register(Int.self, name: "late") { 3 }
    #expect(try later.numbers.value == [1, 2])
  }

  @Test("a Provider of an optional looks each time whether it is registered", arguments: Call.allCases)
  func optionalProvider(call: Call) async throws {
    try container.register(initializer: Maybe.init)
    let maybe = try await call.resolve(Maybe.self, in: container)
    #expect(try await maybe.number.get() == nil)
    try container.register(Int.self) { 5 }
    #expect(try await maybe.number.get() == 5)
    #expect(try synchronously { try maybe.number.get() } == 5)
  }

  @Test("a Lazy of a Lazy resolves when the inner one is used", arguments: Call.allCases)
  func lazyLazy(call: Call) async throws {
    let builds = Counter()
    try container.register(Int.self) { builds.increment() }
    try container.register(initializer: Twice.init)
    let inner = try await call.resolve(Twice.self, in: container).number.value
    #expect(builds.value == 0)
    #expect(try inner.value == 1)
    #expect(try inner.value == 1)
  }

  // MARK: Who resolves

  @Test("a container and a resolver are those that resolve", arguments: Call.allCases)
  func context(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Station.init)
    let station = try await call.resolve(Station.self, in: container)
    #expect(station.container === container)
    #expect(station.number == 1)
    #expect(try await station.resolver.resolve(Int.self) == 1)
  }

  @Test("through a child, a container and a resolver are the child's", arguments: Call.allCases)
  func childContext(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Station.init)
    let child = try container.makeChild { try $0.register(Int.self) { 2 } }
    let station = try await call.resolve(Station.self, in: child)
    #expect(station.container === child)
    #expect(station.number == 2)
    #expect(try await station.resolver.resolve(Int.self) == 2)
  }

  @Test("through a child, a singleton of the parent is given the parent", arguments: Call.allCases)
  func singletonContext(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Station.init).asDisposableSingleton()
    let child = try container.makeChild { try $0.register(Int.self) { 2 } }
    let station = try await call.resolve(Station.self, in: child)
    #expect(station.container === container)
    #expect(station.number == 1)
    await container.release(Station.self)
  }
}

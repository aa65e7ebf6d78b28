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

  @Test("existentials with bound types are told apart", arguments: Way.allCases)
  func existentials(way: Way) async throws {
    try container.register((any Crate<Int>).self) { Box(content: 1) }
    try container.register((any Crate<String>).self) { Box(content: "one") }
    try container.register(initializer: Guarded.init)
    let shelf = try await way.resolve(Guarded.self, in: container)
    #expect(shelf.numbers.content == 1)
    #expect(shelf.texts.content == "one")
  }

  @Test("a closure is a type like any other", arguments: Way.allCases)
  func closure(way: Way) async throws {
    struct Doubling { let double: @Sendable (Int) -> Int }
    try container.register((@Sendable (Int) -> Int).self) { { $0 * 2 } }
    try container.register(initializer: Doubling.init)
    #expect(try await way.resolve(Doubling.self, in: container).double(21) == 42)
  }

  // MARK: Optionals

  @Test("an optional is nil where its type is not registered, and only there", arguments: Way.allCases)
  func optional(way: Way) async throws {
    try container.register(initializer: Wishful.init)
    #expect(try await way.resolve(Wishful.self, in: container).broken == nil)
    try container.register(initializer: Broken.init)
    let error = await way.expectResolveThrows(Wishful.self, in: container, .factoryFailed)
    #expect(error?.only?.key == Key(Broken.self))
    #expect(error?.underlyingError as? Objection == Objection())
  }

  @Test("an optional of an optional tells what is not registered from what is nil", arguments: Way.allCases)
  func nestedOptional(way: Way) async throws {
    try container.register(initializer: Doubtful.init)
    #expect(try await way.resolve(Doubtful.self, in: container).number == .none)
    try container.register(Int?.self) { nil }
    #expect(try await way.resolve(Doubtful.self, in: container).number == .some(.none))
    try container.register(Int?.self) { 5 }
    #expect(try await way.resolve(Doubtful.self, in: container).number == .some(.some(5)))
  }

  @Test("an optional of an optional is filled by what is registered for the type itself", arguments: Way.allCases)
  func nestedOptionalOfValue(way: Way) async throws {
    try container.register(Int.self) { 5 }
    try container.register(initializer: Doubtful.init)
    #expect(try await way.resolve(Doubtful.self, in: container).number == .some(.some(5)))
  }

  // MARK: Collections

  @Test("an array is all there is, or empty", arguments: Way.allCases)
  func collection(way: Way) async throws {
    try container.register(initializer: Listed.init)
    #expect(try await way.resolve(Listed.self, in: container).numbers == [])
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "two") { 2 }
    container.contribute(Int.self) { 3 }
    #expect(try await way.resolve(Listed.self, in: container).numbers == [1, 2, 3])
  }

  @Test("an array that is registered as such wins over the collection", arguments: Way.allCases)
  func registeredArray(way: Way) async throws {
    try container.register(Int.self) { 1 }
    try container.register([Int].self) { [7, 8, 9] }
    try container.register(initializer: Listed.init)
    #expect(try await way.resolve(Listed.self, in: container).numbers == [7, 8, 9])
  }

  // MARK: Wrappers of other forms

  @Test("a Lazy of an array collects when it is used", arguments: Way.allCases)
  func lazyCollection(way: Way) async throws {
    try container.register(initializer: Later.init)
    let later = try await way.resolve(Later.self, in: container)
    try container.register(Int.self) { 1 }
    container.contribute(Int.self) { 2 }
    #expect(try later.numbers.value == [1, 2])
    try container.register(Int.self, name: "late") { 3 }
    #expect(try later.numbers.value == [1, 2])
  }

  @Test("a Provider of an optional looks each time whether it is registered", arguments: Way.allCases)
  func optionalProvider(way: Way) async throws {
    try container.register(initializer: Maybe.init)
    let maybe = try await way.resolve(Maybe.self, in: container)
    #expect(try await maybe.number.get() == nil)
    try container.register(Int.self) { 5 }
    #expect(try await maybe.number.get() == 5)
    #expect(try plainly { try maybe.number.get() } == 5)
  }

  @Test("a Lazy of a Lazy resolves when the inner one is used", arguments: Way.allCases)
  func lazyLazy(way: Way) async throws {
    let builds = Counter()
    try container.register(Int.self) { builds.increment() }
    try container.register(initializer: Twice.init)
    let inner = try await way.resolve(Twice.self, in: container).number.value
    #expect(builds.value == 0)
    #expect(try inner.value == 1)
    #expect(try inner.value == 1)
  }

  // MARK: Who resolves

  @Test("a container and a resolver are those that resolve", arguments: Way.allCases)
  func context(way: Way) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Station.init)
    let station = try await way.resolve(Station.self, in: container)
    #expect(station.container === container)
    #expect(station.number == 1)
    #expect(try await station.resolver.resolve(Int.self) == 1)
  }

  @Test("through a child, a container and a resolver are the child's", arguments: Way.allCases)
  func childContext(way: Way) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Station.init)
    let child = try container.makeChild { try $0.register(Int.self) { 2 } }
    let station = try await way.resolve(Station.self, in: child)
    #expect(station.container === child)
    #expect(station.number == 2)
    #expect(try await station.resolver.resolve(Int.self) == 2)
  }

  @Test("through a child, a singleton of the parent is given the parent", arguments: Way.allCases)
  func singletonContext(way: Way) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Station.init).asDisposableSingleton()
    let child = try container.makeChild { try $0.register(Int.self) { 2 } }
    let station = try await way.resolve(Station.self, in: child)
    #expect(station.container === container)
    #expect(station.number == 1)
    await container.release(Station.self)
  }
}

import TestSupport
import Testing

struct ParameterTypeTests {
  private protocol Crate<Content> {
    associatedtype Content
    var content: Content { get }
  }
  private struct Box<Content>: Crate { let content: Content }
  private struct Guarded { let numbers: any Crate<Int>, texts: any Crate<String> }

  private struct Broken { init() throws { throw Objection() } }
  private struct Wishful { let broken: Broken? }
  private struct Listed { let numbers: [Int] }
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
    #expect(shelf.numbers.content == 1 && shelf.texts.content == "one")
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
    #expect(error?.failure?.key == Key(Broken.self) && error?.underlyingError as? Objection == Objection())
  }

  @Test(arguments: Call.allCases)
  func `a doubly optional parameter distinguishes a missing registration, a nil and a value`(call: Call) async throws {
    try container.register(initializer: Doubtful.init)
    #expect(try await call.resolve(Doubtful.self, in: container).number == .none)
    try container.register(Int?.self) { nil }
    #expect(try await call.resolve(Doubtful.self, in: container).number == .some(.none))
    try container.register(Int?.self) { 5 }
    #expect(try await call.resolve(Doubtful.self, in: container).number == .some(.some(5)))
    container.unregister(Int?.self)
    try container.register(Int.self) { 6 }
    #expect(try await call.resolve(Doubtful.self, in: container).number == .some(.some(6)))
  }

  // MARK: Collections

  @Test(arguments: Call.allCases)
  func `an array parameter gets all registrations of its element type, or is empty, unless an array is registered`(
    call: Call
  ) async throws {
    try container.register(initializer: Listed.init)
    #expect(try await call.resolve(Listed.self, in: container).numbers == [])
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "two") { 2 }
    try container.contribute(Int.self) { 3 }
    #expect(try await call.resolve(Listed.self, in: container).numbers == [1, 2, 3])
    try container.register([Int].self) { [7, 8, 9] }
    #expect(try await call.resolve(Listed.self, in: container).numbers == [7, 8, 9])
  }

  @Test(arguments: Call.allCases)
  func `a dictionary parameter gets the registrations under keys of its key type`(call: Call) async throws {
    struct Shelf { let byNumber: [Int: Ink], byName: [String: Ink], later: Lazy<[Int: Ink]>, missing: [Int: Text]? }
    struct Ink { let color: String }
    typealias Text = String
    try container.register(Ink.self, key: 1) { Ink(color: "one") }
    try container.contribute(Ink.self, name: "a") { Ink(color: "a") }
    try container.register(Ink.self) { Ink(color: "plain") }
    try container.register(initializer: Shelf.init)
    let shelf = try await call.resolve(Shelf.self, in: container)
    #expect(shelf.byNumber.mapValues(\.color) == [1: "one"] && shelf.byName.mapValues(\.color) == ["a": "a"])
    #expect(try shelf.later.value.mapValues(\.color) == [1: "one"] && shelf.missing == nil)
    struct Table { let texts: [Int: String] }
    try container.register(initializer: Table.init)
    await call.expectResolveThrows(Table.self, in: container, .noRegistrationFound)
    #expect(try await call.resolve(Table.self, arguments: [3: "given"], in: container).texts == [3: "given"])
  }

  // MARK: Container and Resolver

  @Test(arguments: Call.allCases, [AnyScope.graph, .disposable])
  func `Container and Resolver parameters get the supplying container`(call: Call, scope: AnyScope) async throws {
    try container.register(Int.self) { 1 }
    scope.apply(to: try container.register(initializer: Station.init))
    let child = try container.makeChild { try $0.register(Int.self) { 2 } }
    for asked in [child, container] {
      let station = try await call.resolve(Station.self, in: asked)
      let owner = scope == .graph ? asked : container
      #expect(station.container === owner)
      #expect(station.number == (owner === child ? 2 : 1))
      #expect(try await station.resolver.resolve(Int.self) == station.number)
    }
    await container.release(Station.self)
  }
}

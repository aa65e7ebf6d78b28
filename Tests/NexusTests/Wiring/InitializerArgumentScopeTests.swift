import TestSupport
import Testing

private typealias Page = Wrap<Int>

struct InitializerArgumentScopeTests {
  private let container = Container()

  init() throws { try container.register(Int.self) { 0 } }

  @Test(arguments: Call.allCases, AnyScope.keeping.filter { $0 != .shared })
  func `a scope caches one instance per argument, and one without`(call: Call, scope: AnyScope) async throws {
    scope.apply(to: try container.register(initializer: Page.init))
    let one = try await call.resolve(Page.self, arguments: 1, in: container)
    let two = try await call.resolve(Page.self, arguments: 2, in: container)
    let none = try await call.resolve(Page.self, in: container)
    #expect([one, two, none].map(\.inner) == [1, 2, 0])
    #expect(try await call.resolve(Page.self, arguments: 1, in: container) === one)
    #expect(try await call.resolve(Page.self, arguments: 2, in: container) === two)
    #expect(try await call.resolve(Page.self, in: container) === none)
  }

  @Test(arguments: Call.allCases)
  func `a weak instance and a failed singleton build do not retain their argument`(call: Call) async throws {
    final class Owner: @unchecked Sendable { var owned: AnyObject? }
    final class Owned { init(_ owner: Owner) {} }
    final class Refused { init(_ owner: Owner) throws { throw CancellationError() } }
    try container.register(initializer: Owned.init).asWeak()
    try container.register(initializer: Refused.init).asSingleton()
    weak var owner: Owner?
    do {
      let object = Owner()
      owner = object
      object.owned = try await call.resolve(Owned.self, arguments: object, in: container)
      #expect(try await call.resolve(Owned.self, arguments: object, in: container) === object.owned)
      await #expect(throws: AstrojectError.self) {
        _ = try await call.resolve(Refused.self, arguments: object, in: container)
      }
    }
    #expect(owner == nil)
  }

  @Test(arguments: Call.allCases)
  func `a singleton is the same for an argument given alone, in a list or as an Argument`(call: Call) async throws {
    try container.register(initializer: Page.init).asSingleton()
    let page = try await call.resolve(Page.self, arguments: 1, in: container)
    #expect(try synchronously { try container.resolve(Page.self, argument: 1) } === page)
    #expect(try await call.resolve(Page.self, arguments: Argument<Int>(1), in: container) === page)
  }

  @Test(arguments: Call.allCases)
  func `a singleton is cached by the value of each parameter, in any argument order`(call: Call) async throws {
    final class Seat { init(row: String, number: Int) {} }
    try container.register(initializer: Seat.init).asSingleton()
    let seat = try await call.resolve(Seat.self, arguments: "a", 1, in: container)
    #expect(try await call.resolve(Seat.self, arguments: 1, "a", in: container) === seat)
    #expect(try await call.resolve(Seat.self, arguments: "a", in: container) !== seat)
    try container.register(initializer: { @Sendable (_: Int, _: Int) in Page(0) }, with: .argument, .argument)
      .asSingleton()
    let page = try await call.resolve(Page.self, arguments: 1, 2, in: container)
    #expect(try await call.resolve(Page.self, arguments: 2, 1, in: container) !== page)
  }

  @Test(arguments: Call.allCases)
  func `a singleton is the same for a value and its optional, and another one for nil`(call: Call) async throws {
    try container.register(initializer: { @Sendable (number: Int?) in Page(number ?? 0) }).asSingleton()
    let page = try await call.resolve(Page.self, arguments: 1, in: container)
    #expect(try await call.resolve(Page.self, arguments: Int?.some(1), in: container) === page)
    let none = try await call.resolve(Page.self, arguments: Int?.none, in: container)
    #expect(none !== page)
    #expect(try await call.resolve(Page.self, arguments: Int?.none, in: container) === none)
  }

  @Test(arguments: Call.allCases)
  func `a singleton is cached by object identity, and an incomparable argument throws`(call: Call) async throws {
    final class Pen: Sendable {}
    struct Ink {}
    final class Drawing { init(_ pen: Pen?, _ ink: Ink?) {} }
    try container.register(initializer: Drawing.init).asSingleton()
    let pens = [Pen(), Pen()]
    let drawing = try await call.resolve(Drawing.self, arguments: pens[0], in: container)
    #expect(try await call.resolve(Drawing.self, arguments: pens[0], in: container) === drawing)
    #expect(try await call.resolve(Drawing.self, arguments: pens[1], in: container) !== drawing)
    await call.expectResolveThrows(Drawing.self, arguments: Ink(), in: container, .invalidInstance)
  }

  @Test(arguments: Call.allCases)
  func `a custom scope with one Instance for all values throws if an argument is given`(call: Call) async throws {
    try container.register(initializer: Page.init).as(Keeping())
    await call.expectResolveThrows(Page.self, arguments: 1, in: container, .invalidInstance)
    #expect(try await call.resolve(Page.self, in: container).inner == 0)
  }
}

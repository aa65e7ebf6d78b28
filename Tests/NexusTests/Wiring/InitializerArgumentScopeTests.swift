import Nexus
import AstrojectTesting
import TestSupport
import Testing

private final class Page: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class Album {
  let pages: [Page]
  init(_ pages: [Page]) { self.pages = pages }
}

/// A custom scope that keeps one product until it is let go.
private final class Holding: Instance {
  private var product: Page?

  func get(for context: Context) -> Page? { product }
  func set(_ product: Page, for context: Context) { self.product = product }
  func release(for context: Context?) { if context == nil { product = nil } }
}

/// A scope that keeps one instance for each value.
private struct Keeping: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Registration<Page>) -> Void

  static let all = [
    Keeping(testDescription: "singleton") { $0.asSingleton() },
    Keeping(testDescription: "disposable") { $0.asDisposableSingleton() },
    Keeping(testDescription: "weak") { $0.asWeak() },
    Keeping(testDescription: "container") { $0.asScoped() },
    Keeping(testDescription: "custom") { $0.as { Holding() } },
  ]
}

@Suite("A scope keeps what an initializer makes of arguments")
struct InitializerArgumentScopeTests {
  private let container: Container

  init() throws {
    container = Container()
    try container.register(Int.self) { 0 }
  }

  @Test("once for each value, and once without", arguments: Call.allCases, Keeping.all)
  private func values(call: Call, keeping: Keeping) async throws {
    keeping.apply(try container.register(initializer: Page.init))
    let one = try await call.resolve(Page.self, arguments: 1, in: container)
    let two = try await call.resolve(Page.self, arguments: 2, in: container)
    let none = try await call.resolve(Page.self, in: container)
    #expect([one, two, none].map(\.number) == [1, 2, 0])
    #expect(try await call.resolve(Page.self, arguments: 1, in: container) === one)
    #expect(try await call.resolve(Page.self, arguments: 2, in: container) === two)
    #expect(try await call.resolve(Page.self, in: container) === none)
  }

  @Test(
    "and holds no argument where it is weak and compares it by identity, or where it has failed",
    arguments: Call.allCases)
  func holdsNoArgument(call: Call) async throws {
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

  @Test("once for each value, whether it is given alone or in a list", arguments: Call.allCases)
  func singular(call: Call) async throws {
    try container.register(initializer: Page.init).asSingleton()
    let page = try await call.resolve(Page.self, arguments: 1, in: container)
    #expect(try synchronously { try container.resolve(Page.self, argument: 1) } === page)
    #expect(try await call.resolve(Page.self, arguments: Argument<Int>(1), in: container) === page)
  }

  @Test("once for the value of each parameter, in whatever order they are listed", arguments: Call.allCases)
  func order(call: Call) async throws {
    final class Seat {
      init(row: String, number: Int) {}
    }
    try container.register(initializer: Seat.init).asSingleton()
    let seat = try await call.resolve(Seat.self, arguments: "a", 1, in: container)
    #expect(try await call.resolve(Seat.self, arguments: 1, "a", in: container) === seat)
    #expect(try await call.resolve(Seat.self, arguments: "a", in: container) !== seat)
    try container.register(initializer: { @Sendable (_: Int, _: Int) in Page(0) }, with: .argument, .argument)
      .asSingleton()
    let page = try await call.resolve(Page.self, arguments: 1, 2, in: container)
    #expect(try await call.resolve(Page.self, arguments: 2, 1, in: container) !== page)
  }

  @Test("once for what is in an optional, given as one or as it is", arguments: Call.allCases)
  func optionals(call: Call) async throws {
    try container.register(initializer: { @Sendable (number: Int?) in Page(number ?? 0) }).asSingleton()
    let page = try await call.resolve(Page.self, arguments: 1, in: container)
    #expect(try await call.resolve(Page.self, arguments: Int?.some(1), in: container) === page)
    let none = try await call.resolve(Page.self, arguments: Int?.none, in: container)
    #expect(none !== page)
    #expect(try await call.resolve(Page.self, arguments: Int?.none, in: container) === none)
  }

  @Test("never, where it is transient", arguments: Call.allCases)
  func transient(call: Call) async throws {
    try container.register(initializer: Page.init).asTransient()
    await call.expectNewInstance(Page.self, arguments: 1, in: container)
  }

  @Test("once for each value within a tree, where it is the graph's", arguments: Call.allCases)
  func graph(call: Call) async throws {
    try container.register(initializer: Page.init)
    try container.register(Album.self) { resolver in
      Album(try [1, 2, 1].map { try resolver.resolve(Page.self, arguments: $0) })
    }
    let pages = try await call.resolve(Album.self, in: container).pages
    #expect(pages.map(\.number) == [1, 2, 1])
    #expect(pages[0] === pages[2])
    #expect(try await call.resolve(Page.self, arguments: 1, in: container) !== pages[0])
  }

  @Test("until it is released, whatever the value", arguments: Call.allCases)
  func release(call: Call) async throws {
    try container.register(initializer: Page.init).asDisposableSingleton()
    let pages = [
      try await call.resolve(Page.self, arguments: 1, in: container),
      try await call.resolve(Page.self, arguments: 2, in: container),
    ]
    await container.release(Page.self)
    #expect(try await call.resolve(Page.self, arguments: 1, in: container) !== pages[0])
    #expect(try await call.resolve(Page.self, arguments: 2, in: container) !== pages[1])
  }

  @Test("weakly, as long as somebody else holds it", arguments: Call.allCases)
  func weak(call: Call) async throws {
    let builds = Counter()
    try container.register(initializer: Page.init).asWeak().afterInit { _, _ in builds.increment() }
    _ = try await call.resolve(Page.self, arguments: 1, in: container)
    _ = try await call.resolve(Page.self, arguments: 1, in: container)
    #expect(builds.value == 2)
  }

  @Test("for each container, where it is the container's", arguments: Call.allCases)
  func containers(call: Call) async throws {
    try container.register(initializer: Page.init).asScoped()
    let child = container.makeChild()
    await call.expectNewInstance(Page.self, arguments: 1, in: container, and: child)
    await call.expectSameInstance(Page.self, arguments: 1, in: child)
  }

  @Test("by the identity of an object, and by nothing else that cannot be compared", arguments: Call.allCases)
  func comparison(call: Call) async throws {
    final class Pen: Sendable {}
    struct Ink {}
    final class Drawing {
      let pen: Pen?
      let ink: Ink?
      init(_ pen: Pen?, _ ink: Ink?) { (self.pen, self.ink) = (pen, ink) }
    }
    try container.register(initializer: Drawing.init).asSingleton()
    let pens = [Pen(), Pen()]
    let drawing = try await call.resolve(Drawing.self, arguments: pens[0], in: container)
    #expect(try await call.resolve(Drawing.self, arguments: pens[0], in: container) === drawing)
    #expect(try await call.resolve(Drawing.self, arguments: pens[1], in: container) !== drawing)
    await call.expectResolveThrows(Drawing.self, arguments: Ink(), in: container, .invalidInstance)
  }

  @Test("never in one custom instance for all values", arguments: Call.allCases)
  func sharedInstance(call: Call) async throws {
    try container.register(initializer: Page.init).as(Holding())
    await call.expectResolveThrows(Page.self, arguments: 1, in: container, .invalidInstance)
    #expect(try await call.resolve(Page.self, in: container).number == 0)
  }
}

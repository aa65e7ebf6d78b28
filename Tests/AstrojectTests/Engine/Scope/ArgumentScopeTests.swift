import TestSupport
import Testing

private typealias Page = Called
private final class Author {}
private struct Incomparable {}

/// The scopes that cache an instance for each value of the arguments.
private let scopes = AnyScope.stored + [.perContainer]

struct ArgumentScopeTests {
  private let container = Container()

  @Test(arguments: scopes, Call.allCases)
  func `a scope caches one instance for each value of an argument, and one without`(
    scope: AnyScope, call: Call
  ) async throws {
    scope.apply(to: try container.register(Page.self) { Page("none") })
    scope.apply(to: try container.register(Page.self, argument: String.self) { _, title in Page(title) })
    scope.apply(to: try container.register(Page.self, arguments: String.self, Int.self) { _, title, _ in Page(title) })
    scope.apply(to: try container.register(Page.self, argument: Author.self) { _, _ in Page() })
    scope.apply(to: try container.register(Page.self, argument: Author?.self) { _, _ in Page() })
    // Authors are compared by identity.
    let authors = [Author(), Author()]
    let resolves: [(Int) async throws -> Page] = [
      { try await call.resolve(Page.self, argument: "\($0)", in: container) },
      { try await call.resolve(Page.self, arguments: "a", $0, in: container) },
      { try await call.resolve(Page.self, argument: authors[$0], in: container) },
      { try await call.resolve(Page.self, argument: $0 == 0 ? nil : authors[1], in: container) },
      { number in
        if number == 0 { return try await call.resolve(Page.self, in: container) }
        return try await call.resolve(Page.self, argument: "a", in: container)
      },
    ]
    for resolve in resolves {
      let (first, second) = (try await resolve(0), try await resolve(1))
      #expect(first !== second)
      #expect(try await resolve(0) === first)
      #expect(try await resolve(1) === second)
    }
    #expect(try await call.resolve(Page.self, in: container).name == "none")
  }

  @Test func `a tree shares a product for each registration that takes the same value`() throws {
    try container.register(Page.self, argument: Int.self) { _, _ in Page() }
    try container.register(Numbered.self, argument: Int.self) { _, number in Numbered(number) }
    try container.register(Bool.self) { resolver in
      let page = try resolver.resolve(Page.self, argument: 1)
      let number = try resolver.resolve(Numbered.self, argument: 1).number
      return try number == 1 && resolver.resolve(Page.self, argument: 1) === page
    }
    #expect(try container.resolve(Bool.self))
  }

  @Test(arguments: scopes, Call.allCases)
  func `a caching scope throws for an argument that it cannot compare`(scope: AnyScope, call: Call) async throws {
    scope.apply(to: try container.register(Page.self, argument: Incomparable.self) { _, _ in Page() })
    scope.apply(to: try container.register(Page.self, arguments: Int.self, Incomparable.self) { _, _, _ in Page() })
    await call.expectResolveThrows(Page.self, arguments: Incomparable(), in: container, .invalidInstance)
    await call.expectResolveThrows(Page.self, arguments: 1, Incomparable(), in: container, .invalidInstance)
  }

  @Test(arguments: Call.allCases)
  func `a singleton compares arguments of type Any by their type and value at run time`(call: Call) async throws {
    try container.register(Page.self, argument: Any.self) { _, _ in Page() }.asSingleton()
    let one = try await call.resolve(Page.self, argument: 1 as Any, in: container)
    for (value, isOne) in [(1 as Any, true), ("1", false), (Int8(1), false)] {
      #expect(try await (call.resolve(Page.self, argument: value as Any, in: container) === one) == isOne)
    }
  }

  @Test(arguments: scopes.filter { $0 != .singleton }, Call.allCases)
  func `release discards a type's instances, with and without arguments`(scope: AnyScope, call: Call) async throws {
    scope.apply(to: try container.register(Page.self) { Page("none") })
    scope.apply(to: try container.register(Page.self, argument: String.self) { _, title in Page(title) })
    scope.apply(to: try container.register(Page.self, name: "n", argument: String.self) { _, title in Page(title) })
    let resolve = {
      [
        try await call.resolve(Page.self, name: "n", argument: "a", in: container),
        try await call.resolve(Page.self, in: container),
        try await call.resolve(Page.self, argument: "a", in: container),
        try await call.resolve(Page.self, argument: "b", in: container),
      ]
    }
    let before = try await resolve()
    await call.release(Page.self, in: container)
    let after = try await resolve()
    #expect(zip(before, after).map { $0 === $1 } == [true, false, false, false])
  }

  @Test(arguments: Call.allCases)
  func `a child has its own scoped instance for an argument value, and shares a singleton's`(call: Call) async throws {
    let child = container.makeChild()
    try container.register(Page.self, argument: String.self) { _, title in Page(title) }.asScoped()
    await call.expectNewInstance(Page.self, arguments: "a", in: container, and: child)
    await call.expectSameInstance(Page.self, arguments: "a", in: child)
    try container.register(Page.self, argument: String.self) { _, title in Page(title) }.asSingleton()
    await call.expectSameInstance(Page.self, arguments: "a", in: child, and: container)
  }

  @Test(arguments: Call.allCases)
  func `a weak registration builds again only for argument values whose instance is gone`(call: Call) async throws {
    let builds = Counter()
    try container.register(Page.self, argument: Int.self) { _, number in builds.count(Page("\(number)")) }.asWeak()
    let kept = try await call.resolve(Page.self, argument: -1, in: container)
    for number in 0..<100 { _ = try await call.resolve(Page.self, argument: number, in: container) }
    #expect(try await call.resolve(Page.self, argument: -1, in: container) === kept)
    #expect(builds.value == 101)
    _ = try await call.resolve(Page.self, argument: 0, in: container)
    #expect(builds.value == 102)
  }

  // MARK: Graph and transient scope

  @Test(arguments: Call.allCases)
  func `graph scope shares one instance per argument value within a resolution tree`(call: Call) async throws {
    try container.register(Page.self, argument: String.self) { _, title in Page(title) }
    try container.register(Page.self, argument: Int.self) { _, _ in Page() }
    try container.register(Page.self, argument: Author.self) { _, _ in Page() }
    try container.register([Page].self) { resolver in
      let author = Author()
      return try ["a", "b", "a"].map { try resolver.resolve(Page.self, argument: $0) }
        + [1, 2, 1].map { try resolver.resolve(Page.self, argument: $0) }
        + [author, Author(), author].map { try resolver.resolve(Page.self, argument: $0) }
    }
    var firsts: [Page] = []
    // A thread reuses a tree from its second resolve on.
    for _ in 0..<4 {
      let pages = try await call.resolve([Page].self, in: container)
      for first in [0, 3, 6] { #expect(pages[first] !== pages[first + 1] && pages[first] === pages[first + 2]) }
      firsts += [pages[0], pages[3]]
    }
    firsts.append(try await call.resolve(Page.self, argument: "a", in: container))
    #expect(Set(firsts.map(ObjectIdentifier.init)).count == 9)
  }

  @Test(arguments: Call.allCases, [AnyScope.graph, .transient])
  func `graph and transient scope build a new instance for each argument that cannot be compared`(
    call: Call, scope: AnyScope
  ) async throws {
    typealias Title = @Sendable () -> String
    scope.apply(to: try container.register(Page.self, argument: Incomparable.self) { _, _ in Page() })
    scope.apply(to: try container.register(Page.self, argument: Title.self) { _, title in Page(title()) })
    try container.register([Page].self) { resolver in
      try [Incomparable(), Incomparable()].map { try resolver.resolve(Page.self, argument: $0) }
    }
    let pages = try await call.resolve([Page].self, in: container)
    #expect(pages[0] !== pages[1])
    _ = try await call.resolve(Page.self, argument: Incomparable(), in: container)
    let title: Title = { "a" }
    #expect(try await call.resolve(Page.self, argument: title, in: container).name == "a")
  }
}

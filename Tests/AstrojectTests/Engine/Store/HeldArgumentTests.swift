import TestSupport
import Testing

/// An argument that may retain its own product.
private final class Owner: @unchecked Sendable { var page: Page? }
private final class Page: Sendable {}

/// An argument that may retain its own product and is compared by its text. All titles have the same hash.
private final class Title: Hashable, @unchecked Sendable {
  let text: String
  var page: Page?

  init(_ text: String) { self.text = text }
  static func == (left: Title, right: Title) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) {}
}

@Suite("Arguments that registrations hold", .ownThreads)
struct HeldArgumentTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `a weak registration does not retain a class argument that holds the product`(call: Call) async throws {
    try container.register(Page.self, argument: Owner.self) { _, _ in Page() }.asWeak()
    try container.register(Page.self, argument: Owner?.self) { _, _ in Page() }.asWeak()
    try container.register(Page.self, arguments: Int.self, Owner.self) { _, _, _ in Page() }.asWeak()
    let resolves: [(Owner) async throws -> Page] = [
      { try await call.resolve(Page.self, argument: $0, in: container) },
      { try await call.resolve(Page.self, argument: Owner?.some($0), in: container) },
      { try await call.resolve(Page.self, arguments: 1, $0, in: container) },
    ]
    for resolve in resolves + resolves + resolves {
      let (owner, page): (Trace, Trace)
      do {
        let object = Owner()
        object.page = try await resolve(object)
        #expect(try await resolve(object) === object.page)
        (owner, page) = (Trace(object), Trace(try #require(object.page)))
      }
      #expect(owner.isGone && page.isGone)
    }
  }

  @Test(arguments: Call.allCases)
  func `a weak registration builds anew for an argument at the address of a freed one`(call: Call) async throws {
    try container.register(Page.self, argument: Owner.self) { _, _ in Page() }.asWeak()
    var pages: [Page] = []
    for _ in 0..<200 { pages.append(try await call.resolve(Page.self, argument: Owner(), in: container)) }
    #expect(Set(pages.map { ObjectIdentifier($0) }).count == 200)
  }

  @Test(arguments: AnyScope.stored.filter { $0 != .singleton }, Call.allCases)
  func `a Hashable argument is retained until release, not longer`(scope: AnyScope, call: Call) async throws {
    scope.apply(to: try container.register(Page.self, argument: Title.self) { _, _ in Page() })
    let (title, page): (Trace, Trace)
    do {
      let object = Title("a")
      object.page = try await call.resolve(Page.self, argument: object, in: container)
      (title, page) = (Trace(object), Trace(try #require(object.page)))
    }
    #expect(try await call.resolve(Page.self, argument: Title("a"), in: container) === page.object)
    await call.release(Page.self, in: container)
    #expect(title.isGone && page.isGone)
  }

  // MARK: Arguments without a cached instance

  /// Resolves with a new argument, ignores the result, and returns a trace of the argument.
  private func trace(_ call: Call, in container: Container? = nil) async throws -> Trace {
    let object = Owner()
    _ = try? await call.resolve(Page.self, argument: object, in: container ?? self.container)
    return Trace(object)
  }

  // A custom scope decides itself if it retains its argument values.
  @Test(arguments: AnyScope.allCases.filter { $0 != .perContainer }, Call.allCases)
  func `an argument is not retained after its factory or hook has failed or was refused, not even by a child`(
    scope: AnyScope, call: Call
  ) async throws {
    let registration =
      call.isAwaiting
      ? try container.register(Page.self, argument: Owner.self) { _, _ in throw Refusal() }
      : try container.register(Page.self, argument: Owner.self) { _, _ async in Page() }
    scope.apply(to: registration)
    for asker in [container, container.makeChild()] { #expect(try await trace(call, in: asker).isGone) }
    for isMade in [false, true] {
      let registration = try container.register(Page.self, argument: Owner.self) { _, _ in
        if !isMade { throw Refusal() }
        return Page()
      }.afterInit { _, _ in throw Refusal() }
      scope.apply(to: registration)
      for asker in [container, container.makeChild()] { #expect(try await trace(call, in: asker).isGone) }
    }
  }

  @Test(arguments: AnyScope.stored)
  func `arguments are not retained after shutdown, even if their build ends later`(scope: AnyScope) async throws {
    let stop = Stop()
    let registration = try container.register(Page.self, argument: Title.self) { _, title in
      if title.text == "late" { await stop.suspend() }
      return Page()
    }
    scope.apply(to: registration)
    let traces = Recorder<Trace>()
    do {
      let kept = Title("kept")
      traces.note(Trace(kept))
      _ = try await container.resolve(Page.self, argument: kept)
    }
    let build = Task { [container] in
      let late = Title("late")
      traces.note(Trace(late))
      _ = try await container.resolve(Page.self, argument: late)
    }
    await stop.begun.pass()
    try await container.shutdown()
    #expect(traces.events.map(\.isGone) == [true, false])
    stop.mayEnd.open()
    try await build.value
    #expect(traces.events.map(\.isGone) == [true, true])
  }

  @Test(arguments: AnyScope.stored, Call.allCases)
  func `a failed build discards no instances of equal hashes`(scope: AnyScope, call: Call) async throws {
    let builds = Counter()
    let registration = try container.register(Page.self, argument: Title.self) { _, title in
      if builds.increment() % 2 == 0 { throw Refusal() }
      return Page()
    }
    scope.apply(to: registration)
    let titles = (0..<10).map { Title("\($0)") }
    var pages: [Page?] = []
    for title in titles { pages.append(try? await call.resolve(Page.self, argument: title, in: container)) }
    for (title, page) in zip(titles, pages) {
      if let page { #expect(try await call.resolve(Page.self, argument: title, in: container) === page) }
    }
    #expect([builds.value, pages.count { $0 == nil }] == [10, 5])
  }
}

import AstrojectGraph
import Testing

private final class Clock: Sendable { init() {} }
private protocol Feed: AnyObject, Sendable {}
private final class LiveFeed: Feed, @unchecked Sendable {
  @Inject var clock: Clock
  init() {}
}
private final class NamedFeed: @unchecked Sendable {
  @Inject(name: "utc") var clock: Clock
  init() {}
}
private final class Router { init(resolver: Resolver) {} }

@Suite("Opaque registrations in reports")
struct OpaqueTextTests {
  private let container = Container()

  private var notes: [String] {
    container.graphReport().description.shortened.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("  ") }.map { $0.replacing(/, registered at [^,]*/, with: "") }
  }

  @Test func `the report says why a registration is opaque, and proposes implements for a hidden Inject`() throws {
    try container.register(initializer: Clock.init)
    try container.register((any Feed).self, initializer: LiveFeed.init).asSingleton()
    try container.register((any Feed).self, name: "b", initializer: LiveFeed.init).asSingleton()
    try container.register(initializer: Router.init)
    try container.register(Bool.self) { _ in true }
    let hidden = ", whose protocol hides an `@Inject`: "
    #expect(
      notes == [
        "  Feed\(hidden)`register(initializer: ….init).implements((any Feed).self) { $0 }`",
        "  Feed named \"b\"\(hidden)`register(name: \"b\", initializer: ….init).implements((any Feed).self) { $0 }`",
        "  Router, which takes a `Resolver` or a `Container`", "  Bool",
      ])
  }

  @Test func `an injected property that may have a name is the reason that the report states`() throws {
    try container.register(name: "utc", initializer: Clock.init)
    try container.register(initializer: NamedFeed.init)
    #expect(notes == ["  NamedFeed, with an `@Inject` that may have a name or key"])
  }

  @Test func `following the remedy for a hidden Inject shows its dependency`() throws {
    try container.register(initializer: LiveFeed.init).asSingleton().implements((any Feed).self) { $0 }
    #expect(container.graphReport().opaque.isEmpty)
    #expect(container.findings().map(\.rule) == [.missingDependency])
    try container.register(initializer: Clock.init)
    #expect(container.verdict() == [])
    #expect(try container.resolve((any Feed).self) === container.resolve(LiveFeed.self))
  }
}

import AstrojectGraph
import Testing

private final class Clock: Sendable { init() {} }
private protocol Feed: AnyObject, Sendable {}
private final class LiveFeed: Feed, @unchecked Sendable {
  @Inject var clock: Clock
}
private final class NamedFeed: @unchecked Sendable {
  @Inject(name: "utc") var clock: Clock
}
private final class Router { init(resolver: Resolver) {} }

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
        "  Router, which takes a `Resolver` or a `Container`: declare by `depends(on:)` what it resolves",
        "  Bool, a closure: register an initializer, or declare by `depends(on:)` what it resolves",
      ])
  }

  @Test func `the report proposes no registration in place of a decorator, a contribution or a composite`() throws {
    try container.register(initializer: Clock.init)
    try container.contribute((any Feed).self) { LiveFeed() }.depends(on: Clock.self)
    try container.contribute((any Feed).self) { LiveFeed() }
    try container.register((any Feed).self, composite: { @Sendable (_: [any Feed]) in LiveFeed() as any Feed })
    let decoration = try container.decorate(
      (any Feed).self, initializer: { @Sendable (feed: any Feed) in LiveFeed() as any Feed })
    let remedy = ", whose protocol hides an `@Inject`: declare it by `depends(on:)`"
    #expect(notes == ["  Feed\(remedy)", "  Feed (composite)\(remedy)", "  Feed (decorator)\(remedy)"])
    decoration.depends(on: Clock.self)
    #expect(notes == ["  Feed\(remedy)", "  Feed (composite)\(remedy)"])
    try container.contribute(LiveFeed.self) { LiveFeed() }
    try container.contribute(Bool.self) { _ in true }
    let closure = try container.decorate(Clock.self) { _, clock in clock }
    #expect(container.graphReport().opaque.count { $0.isDecorator } == 1)
    #expect(
      notes.dropFirst(2) == [
        "  LiveFeed, whose closure makes an object with an `@Inject`: contribute its initializer",
        "  Bool, a closure: contribute an initializer, or declare by `depends(on:)` what it resolves",
        "  Clock (decorator), a closure: decorate with an initializer, or declare by `depends(on:)` what it resolves",
      ])
    closure.dependsOnNothing()
    #expect(notes.count == 4)
  }

  @Test func `an injected property that may have a name is the reason that the report states`() throws {
    try container.register(name: "utc", initializer: Clock.init)
    try container.register(initializer: NamedFeed.init)
    #expect(notes == ["  NamedFeed, with an `@Inject` that may have a name or key: declare it by `depends(on:)`"])
  }

  @Test func `a closure without parameters is opaque only if its product may have an Inject`() throws {
    try container.register(initializer: Clock.init)
    try container.register(Int.self) { 7 }
    try container.register(String.self) { () async in "seven" }
    try container.register(Double.self) { @MainActor in 7 }
    try container.register(Float.self) { @MainActor () async in 7 }
    try container.register(LiveFeed.self) { LiveFeed() }
    try container.register((any Feed).self) { LiveFeed() }
    #expect(
      notes == [
        "  LiveFeed, whose closure makes an object with an `@Inject`: register its initializer",
        "  Feed, whose protocol hides an `@Inject`: `register(initializer: ….init).implements((any Feed).self) { $0 }`",
      ])
    #expect(
      container.graphReport().description.hasPrefix("No problems in 7 registrations; 2 opaque: LiveFeed and Feed."))
  }

  @Test func `a closure that takes nothing is opaque by its hooks and rules`() throws {
    try container.register(Int.self) { 7 }.afterInit { _, _ in }
    try container.register(
      initializer: { @Sendable (number: Int) in "\(number)" }, with: .resolving { try $0.resolve(Int.self) })
    #expect(
      notes == [
        "  Int, with an `afterInit`: declare by `depends(on:)` what it resolves",
        "  String, with a rule whose closure takes a resolver: declare by `depends(on:)` what it resolves",
      ])
  }

  @Test func `the first line counts forwardings apart, and names the first of many opaque registrations`() throws {
    try container.register(initializer: LiveFeed.init).implements((any Feed).self) { $0 }
    try container.register(initializer: Clock.init)
    #expect(container.graphReport().description == "No problems in 2 registrations, 1 forwarding.")
    for number in 0..<5 { try container.register(Bool.self, key: number) { _ in true } }
    #expect(
      container.graphReport().description.hasPrefix(
        "No problems in 7 registrations, 1 forwarding; "
          + "5 opaque: Bool keyed 0, Bool keyed 1, Bool keyed 2 and 2 others."))
  }

  @Test func `more opaque registrations than are allowed are one finding`() throws {
    for number in 0..<7 { try container.register(Bool.self, key: number) { _ in true } }
    try container.validate(maxOpaque: 7)
    let error = #expect(throws: GraphError.self) { try container.validate(maxOpaque: 6) }
    let finding = try #require(error?.findings.first)
    #expect(finding.rule == .opaque && error?.findings.count == 1 && finding.node == nil)
    let lines = finding.description.split(separator: "\n").map(String.init)
    #expect(lines.first == "opaque: 7 registrations are opaque, and 6 may be.")
    #expect(lines.count == 8 && lines[6] == "  … and 2 more")
    #expect(lines.last == "Remedy: mend those that are new, as each line says; or raise `maxOpaque`.")
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

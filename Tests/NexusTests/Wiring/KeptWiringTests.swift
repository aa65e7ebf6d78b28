import TestSupport
import Testing

private final class Late: Sendable { init() async { await Task.yield() } }

private final class Info: Sendable {}

/// An object that an initializer builds, with a property that has to be awaited.
private final class Helper { @Inject var late: Late }

/// Has no awaited property until a test sets `needsHelp`.
private final class Desk: @unchecked Sendable {
  nonisolated(unsafe) static var needsHelp = false
  static let count = Counter()
  let helper: Helper?

  init(_ info: Info) {
    Desk.count.increment()
    helper = Desk.needsHelp ? Helper() : nil
  }
}

private final class Request: Sendable {
  let late: Late
  let info: Info
  init(_ late: Late, _ info: Info) async { (self.late, self.info) = (late, info) }
}

private typealias Reply = Wrap<Request>

@MainActor private final class Window { init(_ info: Info) {} }

@Suite("Scoped instances that initializers build in children", .serialized, .ownThreads)
struct KeptWiringTests {
  private let container = Container()

  @Test func `a scoped build runs once and throws if its object needs an awaited property`() async throws {
    try container.register(initializer: Late.init).asSingleton()
    try container.register(instance: Info())
    try container.register(initializer: Desk.init).asScoped()
    Desk.needsHelp = false
    for _ in 0..<3 { _ = try await container.makeChild().resolve(Desk.self) }
    try container.register(initializer: Late.init).asTransient()
    Desk.needsHelp = true
    let before = Desk.count.value
    for round in 1...3 {
      let error = await Call.asynchronous.error { try await $0.resolve(Desk.self, in: container.makeChild()) }
      #expect(error?.outline == "asynchronousFactory: Desk → Late")
      #expect(Desk.count.value == before + round)
    }
  }

  @Test(arguments: [Crowd(tasks: 1), Crowd(tasks: 4)])
  func `concurrent tasks share the scoped instances that initializers build in one child`(crowd: Crowd) async throws {
    try container.register(initializer: Late.init).asScoped()
    try container.register(initializer: Request.init).asScoped(to: "request")
    try container.register(initializer: Reply.init).asTransient()
    for _ in rounds(100) {
      let child = try container.makeChild(named: "request") { try $0.register(instance: Info()) }
      let replies = try await crowd.resolve(Reply.self, in: child).map { try $0.get() }
      #expect(replies.allSatisfy { $0.inner === replies[0].inner })
      #expect(try await child.resolve(Late.self) === replies[0].inner.late)
      #expect(try await child.resolve(Info.self) === replies[0].inner.info)
    }
  }

  @Test(arguments: [false, true])
  func `an awaited initializer gets cached, transient and named parameters in any order`(hasNames: Bool) async throws {
    struct Visit: Sendable { let late: Late, info: Info, desk: Desk, number: Int }
    let info = Info()
    try container.register(initializer: Late.init).asTransient()
    try container.register(instance: info)
    try container.register(instance: 1)
    try container.register(instance: 2, name: "two")
    try container.register(initializer: Desk.init).asScoped()
    try container.register(
      name: "late first",
      initializer: Injection(
        { @Sendable (late: Late, desk: Desk, info: Info, number: Int) async in
          Visit(late: late, info: info, desk: desk, number: number)
        }, with: .auto, .auto, .auto, hasNames ? .named("two") : .auto)
    ).asTransient()
    try container.register(
      name: "desk first",
      initializer: Injection(
        { @Sendable (desk: Desk, number: Int, late: Late, info: Info) async in
          Visit(late: late, info: info, desk: desk, number: number)
        }, with: .auto, hasNames ? .named("two") : .auto, .auto, .auto)
    ).asTransient()
    try container.register(
      name: "info first",
      initializer: { @Sendable (info: Info, late: Late, number: Int, desk: Desk) in
        Visit(late: late, info: info, desk: desk, number: number)
      }, with: .auto, .auto, hasNames ? .named("two") : .auto, .auto
    ).asTransient()
    Desk.needsHelp = false
    for name in ["late first", "desk first", "info first"] {
      let child = container.makeChild()
      let visits = [try await child.resolve(Visit.self, name: name), try await child.resolve(Visit.self, name: name)]
      #expect(visits.allSatisfy { $0.info === info && $0.number == (hasNames ? 2 : 1) })
      #expect(visits[0].desk === visits[1].desk && visits[0].late !== visits[1].late)
      #expect(try await child.resolve(Desk.self) === visits[0].desk)
    }
  }

  @Test func `a main-actor initializer builds transient instances, or one for each child`() async throws {
    try container.register(instance: Info())
    try container.register(initializer: Window.init).asTransient()
    for _ in 0..<4 { _ = try await container.resolve(Window.self) }
    try container.register(initializer: Window.init).asScoped()
    for _ in 0..<4 {
      let child = container.makeChild()
      let window = try await child.resolve(Window.self)
      #expect(try await child.resolve(Window.self) === window)
    }
  }
}

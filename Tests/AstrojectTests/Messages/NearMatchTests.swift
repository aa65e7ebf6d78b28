import TestSupport
import Testing

private protocol Logger: Sendable {}
private protocol Archive: AnyObject {}
private final class ConsoleLogger: Logger {}
private final class FileLogger: Logger, Archive {}
private struct QuietLogger: Logger {}
private class Rack {}
private final class LongRack: Rack {}
private struct Unrelated {}

struct NearMatchTests {
  private let container = Container()

  @Test func `a name that differs by an underscore and case is the first of forty near matches`() throws {
    for number in 0..<20 { try container.register(Int.self, name: "port\(number)") { number } }
    try container.register(Int.self, name: "server_port") { 8080 }
    for number in 20..<39 { try container.register(Int.self, name: "port\(number)") { number } }
    let failure = try #require(refusal(Int.self, name: "serverPort", in: container)?.failure)
    #expect(failure.nearMatches.first?.key.name == "server_port")
    #expect(failure.nearMatches.count == 10)
    #expect(failure.nearMatchOmission == 30)
  }

  @Test(arguments: [
    ("items500", "item500"), ("itm500", "item500"), ("item50x", "item50"), ("Item-500", "item500"),
    ("item 0999", "item999"), ("store.main", "storeMain"), ("xtem500y", "item500"),
  ])
  func `an error lists the nearest of a thousand names and counts most others`(wanted: String, nearest: String) throws {
    for number in 0..<1_000 { try container.register(Int.self, name: "item\(number)") { number } }
    try container.register(Int.self, name: "storeMain") { 1 }
    let error = try #require(refusal(Int.self, name: wanted, in: container))
    #expect(error.failure?.nearMatches.first?.key.name == nearest)
    let lines = error.description.split(separator: "\n")
    #expect(lines.count == 14)
    #expect(lines[12] == "    … and 991 more")
  }

  @Test func `near matches of a key are sorted by the similarity of its description`() throws {
    enum Theme { case light, dark, darker }
    for theme in [Theme.light, .darker] { try container.register(Int.self, key: theme) { 1 } }
    let failure = try #require(refusal(Int.self, key: Theme.dark, in: container)?.failure)
    #expect(
      failure.nearMatches.map(\.key.description) == [
        "Int keyed NearMatchTests.Theme.darker", "Int keyed NearMatchTests.Theme.light",
      ])
  }

  @Test func `near matches are looked up when they are first read, and then cached`() throws {
    let failure = try #require(refusal(Int.self, in: container)?.failure)
    try container.register(Int.self, name: "late") { 1 }
    #expect(failure.nearMatches.map(\.key.name) == ["late"])
    try container.register(Int.self, name: "later") { 1 }
    #expect(failure.nearMatches.map(\.key.name) == ["late"])
  }

  @Test func `an error does not retain its container and has no near matches after the container's release`() throws {
    var container: Container? = Container()
    weak let gone = container
    try container?.register(Int.self, name: "one") { 1 }
    let failure = try #require(container.flatMap { refusal(Int.self, in: $0)?.failure })
    container = nil
    #expect(gone == nil)
    #expect(failure.nearMatches.isEmpty)
    #expect(failure.key == Key(Int.self))
  }

  @Test func `tasks that read the near matches of one error at the same time get the same result`() async throws {
    try container.register(Int.self, name: "one") { 1 }
    let failure = try #require(refusal(Int.self, in: container)?.failure)
    let answers = Recorder<[String?]>()
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { answers.note(failure.nearMatches.map(\.key.name)) } }
    }
    #expect(answers.events == Array(repeating: ["one"], count: 8))
  }

  /// Returns the least processor time of several rounds of failing resolves.
  private func cost(among count: Int) throws -> Duration {
    let container = Container()
    for number in 0..<count { try container.register(Int.self, name: "item\(number)") { number } }
    let times = (0..<20).map { _ in
      processorTime {
        for _ in 0..<20 {
          if refusal(String.self, in: container) == nil { Issue.record("a missing String was resolved") }
        }
      }
    }
    return times.min() ?? .zero
  }

  @Test func `a failing resolve takes less than ten times as long among 5,000 names as among ten`() throws {
    let (few, many) = (try cost(among: 10), try cost(among: 5_000))
    #expect(many < few * 10)
  }

  // MARK: Implementations

  @Test(arguments: Call.allCases)
  func `an error for a missing protocol names a conforming type and how to forward it`(call: Call) async throws {
    let console = try container.register(ConsoleLogger.self) { ConsoleLogger() }
    try container.register(Unrelated.self) { Unrelated() }
    let error = try #require(await call.error(resolving: (any Logger).self, in: container))
    #expect(
      error.description == """
        No registration found for Logger.
          Did you mean:
            ConsoleLogger, registered at \(console.location) (an implementation of it)
          Remedy: forward it where ConsoleLogger is registered: `.implements((any Logger).self)`; or register it: \
        `container.register((any Logger).self, initializer: ….init)`.
        """)
    console.implements((any Logger).self)
    #expect(try await call.resolve((any Logger).self, in: container) is ConsoleLogger)
  }

  @Test(arguments: Call.allCases)
  func `an error for a missing type names a registered protocol that the type conforms to`(call: Call) async throws {
    let logger = try container.register((any Logger).self) { ConsoleLogger() }
    let error = try #require(await call.error(resolving: ConsoleLogger.self, in: container))
    #expect(
      error.description == """
        No registration found for ConsoleLogger.
          Did you mean:
            Logger, registered at \(logger.location) (a type that it implements)
          Remedy: ask for Logger instead, or forward it there, if that builds one: `.implements(ConsoleLogger.self)`; \
        or register it: `container.register(initializer: ConsoleLogger.init)`.
        """)
    logger.implements(ConsoleLogger.self)
    _ = try await call.resolve(ConsoleLogger.self, in: container)
  }

  @Test func `conforming types and subclasses are near matches, but not of Any, AnyObject or Sendable`() throws {
    try container.register(QuietLogger.self) { QuietLogger() }
    try container.register(FileLogger.self) { FileLogger() }
    try container.register(LongRack.self) { LongRack() }
    #expect(
      matches((any Logger).self, in: container) == [
        "QuietLogger (an implementation of it)", "FileLogger (an implementation of it)",
      ])
    #expect(matches((any Logger & Archive).self, in: container) == ["FileLogger (an implementation of it)"])
    #expect(matches((any Archive).self, in: container) == ["FileLogger (an implementation of it)"])
    #expect(matches(Rack.self, in: container) == ["LongRack (an implementation of it)"])
    #expect(matches(Any.self, in: container).isEmpty)
    #expect(matches(AnyObject.self, in: container).isEmpty)
    #expect(matches((any Sendable).self, in: container).isEmpty)
    #expect(matches(Unrelated.self, in: container).isEmpty)
  }

  @Test func `an implementation under another name is a near match only if none has the requested name`() throws {
    try container.register(ConsoleLogger.self, name: "console") { ConsoleLogger() }
    try container.register(FileLogger.self, name: "file") { FileLogger() }
    try container.register(QuietLogger.self) { QuietLogger() }
    #expect(
      matches((any Logger).self, name: "file", in: container) == ["FileLogger named \"file\" (an implementation of it)"]
    )
    #expect(matches((any Logger).self, in: container) == ["QuietLogger (an implementation of it)"])
    container.unregister(QuietLogger.self)
    #expect(
      matches((any Logger).self, in: container) == [
        "ConsoleLogger named \"console\" (an implementation of it)",
        "FileLogger named \"file\" (an implementation of it)",
      ])
  }

  @Test func `a protocol is a near match of a missing type that conforms to it unless it is forwarded`() throws {
    try container.contribute(ConsoleLogger.self) { ConsoleLogger() }
    try container.register(QuietLogger.self) { QuietLogger() }.implements((any Logger).self)
    #expect(matches(FileLogger.self, in: container).isEmpty)
    try container.register((any Logger).self) { ConsoleLogger() }
    #expect(matches(FileLogger.self, in: container) == ["Logger (a type that it implements)"])
  }
}

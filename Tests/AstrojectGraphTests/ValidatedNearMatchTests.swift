import TestSupport
import Testing

private protocol Logger: Sendable {}
private struct ConsoleLogger: Logger {}
private struct Backup { init(logger: ConsoleLogger) {} }
private struct Client { init(port: Till) {} }
private final class Till {}

private struct Counted<First, Second> {
  let count: Int
}

struct ValidatedNearMatchTests {
  private let container = Container()

  @Test func `a near match that differs by an underscore comes first among 1,000 names`() throws {
    for number in 0..<1_000 { try container.register(name: "till_\(number)", initializer: Till.init) }
    try container.register(initializer: Client.init, with: .named("till500"))
    let finding = try #require(container.findings().first)
    #expect(finding.nearMatches.first?.contains("named \"till_500\"") == true)
    #expect(finding.nearMatches.count == 11)
    #expect(finding.nearMatches.last == "… and 990 more")
    #expect(finding.description.split(separator: "\n").count == 16)
  }

  /// Registers a type that needs a number, another one for each index below 400.
  private func registerCounted(_ index: Int, in container: Container) throws {
    let types: [Any.Type] = [
      Int8.self, Int16.self, Int32.self, Int64.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, Float.self,
      Double.self, Bool.self, String.self, Character.self, Substring.self, Duration.self, Void.self, Any.self,
      Till.self, Client.self, Container.self,
    ]
    func register<First>(_: First.Type) throws {
      func register<Second>(_: Second.Type) throws {
        try container.register(initializer: Counted<First, Second>.init(count:))
      }
      try _openExistential(types[index % types.count], do: register)
    }
    try _openExistential(types[index / types.count], do: register)
  }

  /// The time of a validation for each mistake, the best of three.
  private func cost(of count: Int, areCounted: Bool) throws -> Duration {
    let container = Container()
    for number in 0..<count {
      if areCounted {
        try registerCounted(number, in: container)
        continue
      }
      try container.register(name: "till\(number)", initializer: Till.init)
      try container.register(Client.self, key: number, initializer: Client.init, with: .named("tell\(number)"))
    }
    let times = (0..<3).map { _ in
      // `#expect(throws:)` would describe the error, which takes time.
      processorTime {
        do {
          try container.validate()
          Issue.record("validation found no mistake")
        } catch {}
      }
    }
    return (times.min() ?? .zero) / count
  }

  @Test(arguments: [false, true])
  func `validating 400 mistakes costs about as much per mistake as validating 40`(areCounted: Bool) throws {
    let (few, many) = (try cost(of: 40, areCounted: areCounted), try cost(of: 400, areCounted: areCounted))
    // A quadratic cost would be ten times as high.
    #expect(many < few * 4)
  }

  @Test func `a finding names a registered protocol that the missing type conforms to`() throws {
    let logger = try container.register((any Logger).self, initializer: ConsoleLogger.init)
    try container.register(initializer: Backup.init)
    let finding = try #require(container.findings().first)
    #expect(finding.nearMatches == ["Logger, registered at \(logger.location) (a type that it implements)"])
    #expect(
      finding.description.contains(
        "Remedy: ask for Logger instead, or forward it there, if that builds one: `.implements(ConsoleLogger.self)`; or "
      ))
    logger.implements(ConsoleLogger.self)
    #expect(container.verdict() == [])
  }
}

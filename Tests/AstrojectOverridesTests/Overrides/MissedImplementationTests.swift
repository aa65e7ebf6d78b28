import AstrojectTesting
import Testing

private protocol Logger: Sendable {}
private struct ConsoleLogger: Logger {}

private let file = "AstrojectOverridesTests/MissedImplementationTests.swift"

@Suite("Overrides of types that are registered as another type")
struct MissedImplementationTests {
  private let app = Container()

  private func text(in app: Container, _ body: (Overrides) throws -> Void) -> String? {
    error(OverrideError.self) { try app.overriding(body) }?.description
  }

  @Test func `a missed override names the registered type that conforms to the protocol`() throws {
    let console = try app.register(initializer: ConsoleLogger.init)
    let line = #line + 1
    let text = text(in: app) { try $0.wrap((any Logger).self) { real in real } }
    #expect(
      text == """
        Nothing to override: Logger is not registered.
            overridden at \(file):\(line)
          Did you mean:
            ConsoleLogger, registered at \(console.location) (an implementation of it)
          Remedy: override one of these, or use `add` to register something new.
        """)
  }

  @Test func `a missed override names a protocol that is registered by forwarding or under a name`() throws {
    struct Mock: Logger {}
    try app.register(initializer: ConsoleLogger.init).implements((any Logger).self)
    #expect(text(in: app) { try $0.replace(Mock.self) { Mock() } }?.contains("Did you mean:\n    Logger,") == true)
    let named = Container()
    try named.register((any Logger).self, name: "main", initializer: ConsoleLogger.init)
    #expect(
      text(in: named) { try $0.replace(Mock.self) { Mock() } }?.contains("Did you mean:\n    Logger named \"main\",")
        == true)
  }

  @Test func `a missed override lists only ten of a thousand near matches`() throws {
    for number in 0..<1_000 { try app.register(name: "n\(number)", initializer: ConsoleLogger.init) }
    let text = text(in: app) { try $0.replace(ConsoleLogger.self, name: "n_7") { ConsoleLogger() } }
    #expect(text?.split(separator: "\n").count == 15)
    #expect(text?.contains("    … and 990 more\n") == true)
  }
}

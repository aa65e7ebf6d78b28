import TestSupport
import Testing

private protocol Logger: Sendable {}
private struct ConsoleLogger: Logger {}
private final class Wine: Sendable {}

private protocol Serving {}
private final class Cellar: Serving, @unchecked Sendable { @Inject var wine: Wine }
private final class Counted: @unchecked Sendable { @Inject var count: Int }
private final class Logging: @unchecked Sendable { @Inject var logger: any Logger }

struct InjectRemedyTests {
  private let container = Container()

  @Test func `the remedy for a blocking resolve of an awaited property is to await it`() throws {
    try container.register(Wine.self) { () async -> Wine in await later(Wine()) }
    try container.register(initializer: Cellar.init)
    let error = expectResolveThrows(Cellar.self, in: container, .asynchronousFactory)
    #expect(error?.remedy?.hasPrefix("await it: ") == true)
  }

  @Test(arguments: Call.allCases)
  func `the remedy for a missing plain value is its other name, a rule or an argument`(call: Call) async throws {
    try container.register(initializer: Counted.init)
    let without = await call.expectResolveThrows(Counted.self, in: container, .noRegistrationFound)
    #expect(without?.headline == "No registration found for Int, the type of the property `count`.")
    #expect(without?.remedy == "have the initializer take it, by a rule, `with: .value(…)`, or as an argument.")
    try container.register(Int.self, name: "port") { 80 }
    let with = await call.expectResolveThrows(Counted.self, in: container, .noRegistrationFound)
    #expect(
      with?.remedy == """
        ask for that one: `@Inject(name: "port")`; or have the initializer take it, by a rule, `with: .value(…)`, or \
        as an argument.
        """)
  }

  @Test(arguments: Call.allCases)
  func `the remedy for a missing protocol is to forward a registered conforming type`(call: Call) async throws {
    try container.register(initializer: ConsoleLogger.init)
    try container.register(initializer: Logging.init)
    let error = await call.expectResolveThrows(Logging.self, in: container, .noRegistrationFound)
    #expect(
      error?.remedy == """
        forward it where ConsoleLogger is registered: `.implements((any Logger).self)`; or register it, under the name \
        or key of the property if it has one: `container.register((any Logger).self, initializer: ….init)`.
        """)
  }
}

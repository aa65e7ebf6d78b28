import TestSupport
import Testing

private protocol Menu {}
private final class Cook { init() {} }
private final class Card: Menu {
  @Inject var title: String
  init(_ cook: Cook) {}
}

struct ConvertedPropertyTests {
  private let container = Container()

  @Test(arguments: Call.allCases, [AnyScope.transient, .graph, .singleton])
  func `a resolve throws if a conversion makes an object with a property that cannot be filled`(
    call: Call, scope: AnyScope
  ) async throws {
    scope.apply(to: try container.register(initializer: Cook.init)).implements((any Menu).self) { Card($0) }
    await call.expectError(.noRegistrationFound) { try await $0.resolve((any Menu).self, in: container) }
    try container.register(String.self) { "card" }
    #expect((try await call.resolve((any Menu).self, in: container) as? Card)?.title == "card")
  }

  @Test(arguments: Call.allCases)
  func `a resolve throws if a rule makes an object with a property that cannot be filled`(call: Call) async throws {
    try container.register(initializer: Cook.init)
    try container.register(initializer: Wrap<Card>.init, with: .resolving { Card(try $0.resolve(Cook.self)) })
    await call.expectError(.noRegistrationFound) { try await $0.resolve(Wrap<Card>.self, in: container) }
    try container.register(String.self) { "card" }
    #expect(try await call.resolve(Wrap<Card>.self, in: container).inner.title == "card")
  }
}

import TestSupport
import Testing

struct OverridingTests {
  private let container = Container()

  @Test(arguments: Call.allCases, [AnyScope.graph, .singleton])
  func `a registration replaces an earlier one of its key and the instances`(call: Call, scope: AnyScope) async throws {
    for text in ["first", "second"] {
      scope.apply(to: try container.register(String.self) { text })
      scope.apply(to: try container.register(String.self, argument: Int.self) { _, number in "\(text) \(number)" })
      for _ in 0..<2 {
        #expect(try await call.resolve(String.self, in: container) == text)
        #expect(try await call.resolve(String.self, argument: 1, in: container) == "\(text) 1")
        #expect(try await call.resolveAll(String.self, in: container) == [text])
      }
    }
  }

  @Test func `a protected registration replaces an earlier one, and unregister or clear frees its key`() throws {
    try container.register(Int.self) { 0 }
    try container.register(Int.self, isOverridable: false) { 1 }
    #expect(throws: AstrojectError.self) { try container.register(Int.self) { 3 } }
    #expect(try container.resolve(Int.self) == 1)
    container.unregister(Int.self)
    try container.register(Int.self, isOverridable: false) { 2 }
    #expect(try container.resolve(Int.self) == 2)
    container.clear()
    try container.register(Int.self) { 3 }
    #expect(try container.resolve(Int.self) == 3)
  }

  @Test(arguments: Call.allCases)
  func `replacing a registration removes its forwardings and restores what they shadowed`(call: Call) async throws {
    try container.register((any Service).self) { OtherService() }
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self).implements(AnyObject.self)
    #expect(try await call.resolve((any Service).self, in: container) is LiveService)
    expectRegistered(AnyObject.self, in: container)
    try container.register(LiveService.self) { LiveService() }
    #expect(try await call.resolve((any Service).self, in: container) is OtherService)
    expectNotRegistered(AnyObject.self, in: container)
    await call.expectResolveThrows(AnyObject.self, in: container, .noRegistrationFound)
    #expect(try await call.resolveAll(AnyObject.self, in: container).isEmpty)
  }

  @Test(arguments: Call.allCases)
  func `modifiers of a replaced registration have no effect`(call: Call) async throws {
    let old = try container.register(LiveService.self) { LiveService() }
    try container.register(LiveService.self) { LiveService() }.asTransient()
    old.asSingleton().implements((any Service).self)
    await call.expectNewInstance(LiveService.self, in: container)
    expectNotRegistered((any Service).self, in: container)
  }
}

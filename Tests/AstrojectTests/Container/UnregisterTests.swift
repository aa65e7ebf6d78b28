import TestSupport
import Testing

struct UnregisterTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `unregister removes a registration and its cached instance`(call: Call) async throws {
    try container.register(LiveService.self) { LiveService() }.asSingleton()
    let service = try await call.resolve(LiveService.self, in: container)
    container.unregister(LiveService.self)
    expectNotRegistered(LiveService.self, in: container)
    await call.expectResolveThrows(LiveService.self, in: container, .noRegistrationFound)
    #expect(try await call.resolve(LiveService?.self, in: container) == nil)
    try container.register(LiveService.self) { LiveService() }.asSingleton()
    #expect(try await call.resolve(LiveService.self, in: container) !== service)
  }

  @Test(arguments: Call.allCases)
  func `unregister removes only the registration with the given name or key`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "a") { 2 }
    try container.register(Int.self, key: 7) { 3 }
    container.unregister(String.self)
    container.unregister(Int.self, name: "b")
    #expect(try await call.resolveAll(Int.self, in: container) == [1, 2, 3])
    container.unregister(Int.self, name: "a")
    #expect(try await call.resolveAll(Int.self, in: container) == [1, 3])
    container.unregister(Int.self, key: 7)
    #expect(try await call.resolveAll(Int.self, in: container) == [1])
    container.unregister(Int.self)
    #expect(try await call.resolveAll(Int.self, in: container) == [])
  }

  // MARK: clear

  @Test(arguments: Call.allCases)
  func `clear removes all registrations of a container and releases their instances`(call: Call) async throws {
    weak var service: LiveService?
    let container = Container()
    try container.register(Int.self, isOverridable: false) { 1 }
    try container.register(Int.self, name: "a") { 2 }
    try container.register(String.self, argument: Int.self) { _, _ in "" }
    try container.contribute(Int.self) { 3 }
    try container.register(instance: 1.5)
    try container.register(LiveService.self) { LiveService() }.asDisposableSingleton().implements((any Service).self)
    do { service = try await call.resolve(LiveService.self, in: container) }
    await call.clear(container)
    expectNotRegistered(Int.self, in: container)
    expectNotRegistered(Int.self, name: "a", in: container)
    expectNotRegistered(String.self, arguments: Int.self, in: container)
    expectNotRegistered(Double.self, in: container)
    expectNotRegistered((any Service).self, in: container)
    #expect(try await call.resolveAll(Int.self, in: container) == [])
    #expect(service == nil)
  }

  @Test(arguments: Call.allCases)
  func `clear leaves the registrations of parents and children unchanged`(call: Call) async throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }
    let middle = parent.makeChild()
    try middle.register(Int.self) { 2 }
    let child = middle.makeChild()
    try child.register(String.self) { "" }
    await call.clear(middle)
    #expect(try await call.resolve(Int.self, in: middle) == 1)
    #expect(try await call.resolve(Int.self, in: child) == 1)
    expectRegistered(String.self, in: child)
  }
}

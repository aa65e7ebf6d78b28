import Astroject
import AstrojectTesting
import TestSupport
import Testing

@Suite("Replacing a registration")
struct OverridingTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `a registration replaces an earlier one with the same type and arguments`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Int.self) { 2 }
    try container.register(String.self, argument: Int.self) { _, _ in "first" }
    try container.register(String.self, argument: Int.self) { _, _ in "second" }
    #expect(try await call.resolve(Int.self, in: container) == 2)
    #expect(try await call.resolve(String.self, argument: 0, in: container) == "second")
    #expect(try await call.resolveAll(Int.self, in: container) == [2])
  }

  @Test(arguments: Call.allCases)
  func `a registration does not replace another one with a name, a key or arguments`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "a") { 2 }
    try container.register(Int.self, argument: Int.self) { _, _ in 3 }
    try container.register(Int.self, key: 7) { 5 }
    try container.register(Int.self) { 4 }
    try container.register(Int.self, key: 8) { 6 }
    #expect(try await call.resolve(Int.self, in: container) == 4)
    #expect(try await call.resolve(Int.self, name: "a", in: container) == 2)
    #expect(try await call.resolve(Int.self, argument: 0, in: container) == 3)
    #expect(try await call.resolve(Int.self, key: 7, in: container) == 5)
  }

  @Test(arguments: [nil, "main"])
  func `registering over a protected registration throws alreadyRegistered with its type and name`(
    name: String?
  ) throws {
    try container.register(Int.self, name: name, isOverridable: false) { 42 }
    do {
      try container.register(Int.self, name: name) { 99 }
      Issue.record("registering over a protected registration did not throw")
    } catch AstrojectError.alreadyRegistered(let type, let found) {
      #expect(type is Int.Type)
      #expect(found == name)
      #expect("\(type) \(found ?? "nil")" == "Int \(name ?? "nil")")
    }
    #expect(try container.resolve(Int.self, name: name) == 42)
  }

  @Test func `alreadyRegistered reports a key as text in place of the name`() throws {
    try container.register(Int.self, key: 7, isOverridable: false) { 42 }
    do {
      try container.register(Int.self, key: 7) { 99 }
      Issue.record("registering over a protected registration did not throw")
    } catch AstrojectError.alreadyRegistered(_, let name) {
      #expect(name == "7")
    }
  }

  @Test func `a protected key rejects every kind of factory and a registered instance`() throws {
    try container.register(Int.self, isOverridable: false) { 42 }
    try container.register(Int.self, argument: Int.self, isOverridable: false) { _, _ in 42 }
    let attempts: [() throws -> Void] = [
      { try container.register(Int.self) { _ in 1 } },
      { try container.register(Int.self) { await Task { 1 }.value } },
      { try container.register(Int.self) { @MainActor in 1 } },
      { try container.register(Int.self, isOverridable: false) { 1 } },
      { try container.register(instance: 1) },
      { try container.register(Int.self, argument: Int.self) { _, _ in 1 } },
    ]
    for attempt in attempts {
      let error = #expect(throws: AstrojectError.self) { try attempt() }
      #expect(error?.kind == .alreadyRegistered)
    }
    #expect(try container.resolve(Int.self) == 42)
    #expect(try container.resolve(Int.self, argument: 1) == 42)
  }

  @Test func `a protected registration does not protect other names and arguments`() throws {
    try container.register(Int.self, isOverridable: false) { 42 }
    try container.register(Int.self, name: "a") { 1 }
    try container.register(Int.self, argument: Int.self) { _, _ in 2 }
    #expect(try container.resolve(Int.self, name: "a") == 1)
    #expect(try container.resolve(Int.self, argument: 0) == 2)
  }

  @Test func `a protected registration replaces an earlier one and cannot be replaced itself`() throws {
    try container.register(Int.self) { 1 }
    try container.register(Int.self, isOverridable: false) { 2 }
    #expect(throws: AstrojectError.self) { try container.register(Int.self) { 3 } }
    #expect(try container.resolve(Int.self) == 2)
  }

  @Test func `a protected key is free again after unregister or clear`() throws {
    try container.register(Int.self, isOverridable: false) { 1 }
    container.unregister(Int.self)
    try container.register(Int.self, isOverridable: false) { 2 }
    #expect(try container.resolve(Int.self) == 2)
    container.clear()
    try container.register(Int.self) { 3 }
    #expect(try container.resolve(Int.self) == 3)
  }

  @Test(arguments: Call.allCases)
  func `resolve builds a new instance after a singleton is replaced`(call: Call) async throws {
    try container.register(LiveService.self) { LiveService() }.asSingleton()
    let first = try await call.resolve(LiveService.self, in: container)
    try container.register(LiveService.self) { LiveService() }.asSingleton()
    let second = try await call.resolve(LiveService.self, in: container)
    #expect(first !== second)
    #expect(try await call.resolve(LiveService.self, in: container) === second)
  }

  @Test(arguments: Call.allCases)
  func `resolve builds a new instance after a singleton with arguments is replaced`(call: Call) async throws {
    try container.register(String.self, argument: Int.self) { _, count in "first \(count)" }.asSingleton()
    #expect(try await call.resolve(String.self, argument: 1, in: container) == "first 1")
    try container.register(String.self, argument: Int.self) { _, count in "second \(count)" }.asSingleton()
    #expect(try await call.resolve(String.self, argument: 1, in: container) == "second 1")
  }

  @Test func `replacing a disposable singleton releases its instance at once`() throws {
    weak var service: LiveService?
    try container.register(LiveService.self) { LiveService() }.asDisposableSingleton()
    try synchronously { service = try container.resolve(LiveService.self) }
    #expect(service != nil)
    try container.register(LiveService.self) { LiveService() }
    #expect(service == nil)
  }

  @Test(arguments: Call.allCases)
  func `the instance of a replaced singleton is freed at the latest after its container ends`(call: Call) async throws {
    weak var first: LiveService?
    weak var second: LiveService?
    var container: Container? = Container()
    try container?.register(LiveService.self) { LiveService() }.asSingleton()
    do { first = try await call.resolve(LiveService.self, in: #require(container)) }
    try container?.register(LiveService.self) { LiveService() }.asSingleton()
    do { second = try await call.resolve(LiveService.self, in: #require(container)) }
    #expect(second != nil)
    container = nil
    #expect(second == nil)
    // A task frees a replaced instance when no thread reads it any more. The tasks of all other tests may delay it.
    await until { first == nil }
  }

  @Test(arguments: Call.allCases)
  func `replacing a registration removes its forwardings`(call: Call) async throws {
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self).implements(AnyObject.self)
    expectRegistered((any Service).self, in: container)
    try container.register(LiveService.self) { LiveService() }
    expectNotRegistered((any Service).self, in: container)
    await call.expectResolveThrows((any Service).self, in: container, .noRegistrationFound)
    #expect(try await call.resolveAll(AnyObject.self, in: container).isEmpty)
  }

  @Test(arguments: Call.allCases)
  func `replacing a registration restores the registration that its forwarding shadowed`(call: Call) async throws {
    final class Other: Service {}
    try container.register((any Service).self) { Other() }
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
    #expect(try await call.resolve((any Service).self, in: container) is LiveService)
    try container.register(LiveService.self) { LiveService() }
    #expect(try await call.resolve((any Service).self, in: container) is Other)
  }

  @Test(arguments: Call.allCases)
  func `a registration does not replace another registration's forwarding to its type`(call: Call) async throws {
    final class Other: Service {}
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
    try container.register((any Service).self) { Other() }
    #expect(try await call.resolve((any Service).self, in: container) is Other)
    #expect(try await call.resolveAll((any Service).self, in: container).count == 2)
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

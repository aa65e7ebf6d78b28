import Astroject
import AstrojectTesting
import TestSupport
import Testing

@Suite("Registering anew")
struct OverridingTests {
  @Test("takes precedence", arguments: Call.allCases)
  func latest(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Int.self) { 2 }
    try container.register(String.self, argument: Int.self) { _, _ in "first" }
    try container.register(String.self, argument: Int.self) { _, _ in "second" }
    #expect(try await call.resolve(Int.self, in: container) == 2)
    #expect(try await call.resolve(String.self, argument: 0, in: container) == "second")
    #expect(try await call.resolveAll(Int.self, in: container) == [2])
  }

  @Test("leaves other names, keys and arguments alone", arguments: Call.allCases)
  func others(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "a") { 2 }
    try container.register(Int.self, argument: Int.self) { _, _ in 3 }
    try container.register(Int.self) { 4 }
    #expect(try await call.resolve(Int.self, in: container) == 4)
    #expect(try await call.resolve(Int.self, name: "a", in: container) == 2)
    #expect(try await call.resolve(Int.self, argument: 0, in: container) == 3)
  }

  @Test("is refused where the registration is protected, with its type and name", arguments: [nil, "main"])
  func protected(name: String?) throws {
    let container = Container()
    try container.register(Int.self, name: name, isOverridable: false) { 42 }
    do {
      try container.register(Int.self, name: name) { 99 }
      Issue.record("replaced a protected registration")
    } catch AstrojectError.alreadyRegistered(let type, let found) {
      #expect(type is Int.Type)
      #expect(found == name)
      #expect("\(type) \(found ?? "nil")" == "Int \(name ?? "nil")")
    }
    #expect(try container.resolve(Int.self, name: name) == 42)
  }

  @Test("tells a key in the place of the name, as text")
  func protectedKey() throws {
    let container = Container()
    try container.register(Int.self, key: 7, isOverridable: false) { 42 }
    do {
      try container.register(Int.self, key: 7) { 99 }
      Issue.record("replaced a protected registration")
    } catch AstrojectError.alreadyRegistered(_, let name) {
      #expect(name == "7")
    }
  }

  @Test("is refused to every form of registering")
  func everyForm() throws {
    let container = Container()
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

  @Test("protects one key: other names and arguments are free")
  func protectedAlone() throws {
    let container = Container()
    try container.register(Int.self, isOverridable: false) { 42 }
    try container.register(Int.self, name: "a") { 1 }
    try container.register(Int.self, argument: Int.self) { _, _ in 2 }
    #expect(try container.resolve(Int.self, name: "a") == 1)
    #expect(try container.resolve(Int.self, argument: 0) == 2)
  }

  @Test("may itself be protected, from then on")
  func protectedLater() throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Int.self, isOverridable: false) { 2 }
    #expect(throws: AstrojectError.self) { try container.register(Int.self) { 3 } }
    #expect(try container.resolve(Int.self) == 2)
  }

  @Test("is possible when the protected registration was taken out")
  func protectedAndUnregistered() throws {
    let container = Container()
    try container.register(Int.self, isOverridable: false) { 1 }
    container.unregister(Int.self)
    try container.register(Int.self, isOverridable: false) { 2 }
    #expect(try container.resolve(Int.self) == 2)
    container.clear()
    try container.register(Int.self) { 3 }
    #expect(try container.resolve(Int.self) == 3)
  }

  @Test("leaves nothing of what was kept before", arguments: Call.allCases)
  func instances(call: Call) async throws {
    let container = Container()
    try container.register(LiveService.self) { LiveService() }.asSingleton()
    let first = try await call.resolve(LiveService.self, in: container)
    try container.register(LiveService.self) { LiveService() }.asSingleton()
    let second = try await call.resolve(LiveService.self, in: container)
    #expect(first !== second)
    #expect(try await call.resolve(LiveService.self, in: container) === second)
  }

  @Test("leaves nothing of what was kept for arguments", arguments: Call.allCases)
  func instancesByArgument(call: Call) async throws {
    let container = Container()
    try container.register(String.self, argument: Int.self) { _, count in "first \(count)" }.asSingleton()
    #expect(try await call.resolve(String.self, argument: 1, in: container) == "first 1")
    try container.register(String.self, argument: Int.self) { _, count in "second \(count)" }.asSingleton()
    #expect(try await call.resolve(String.self, argument: 1, in: container) == "second 1")
  }

  @Test("lets go of the instance of a disposable singleton")
  func memory() throws {
    let container = Container()
    weak var service: LiveService?
    try container.register(LiveService.self) { LiveService() }.asDisposableSingleton()
    try synchronously { service = try container.resolve(LiveService.self) }
    #expect(service != nil)
    try container.register(LiveService.self) { LiveService() }
    #expect(service == nil)
  }

  @Test("frees the instance of a plain singleton at the latest when the container goes", arguments: Call.allCases)
  func singletonMemory(call: Call) async throws {
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
    // What was replaced is freed when no other thread is reading any more, by a task, which has its turn among those of
    // all tests.
    let deadline = ContinuousClock.now + .seconds(60)
    while first != nil, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(1)) }
    #expect(first == nil)
  }

  @Test("takes out the forwardings of what it replaces", arguments: Call.allCases)
  func forwardings(call: Call) async throws {
    let container = Container()
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self).implements(AnyObject.self)
    expectRegistered((any Service).self, in: container)
    try container.register(LiveService.self) { LiveService() }
    expectNotRegistered((any Service).self, in: container)
    await call.expectResolveThrows((any Service).self, in: container, .noRegistrationFound)
    #expect(try await call.resolveAll(AnyObject.self, in: container).isEmpty)
  }

  @Test("brings back what a forwarding of the replaced one had shadowed", arguments: Call.allCases)
  func shadowed(call: Call) async throws {
    final class Other: Service {}
    let container = Container()
    try container.register((any Service).self) { Other() }
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
    #expect(try await call.resolve((any Service).self, in: container) is LiveService)
    try container.register(LiveService.self) { LiveService() }
    #expect(try await call.resolve((any Service).self, in: container) is Other)
  }

  @Test("does not touch a forwarding of another registration under the same key", arguments: Call.allCases)
  func ownAfterForwarding(call: Call) async throws {
    final class Other: Service {}
    let container = Container()
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
    try container.register((any Service).self) { Other() }
    // The latest counts for a single resolve; the forwarding stays in the collection.
    #expect(try await call.resolve((any Service).self, in: container) is Other)
    #expect(try await call.resolveAll((any Service).self, in: container).count == 2)
  }

  @Test("leaves the old registration's modifiers without effect", arguments: Call.allCases)
  func oldModifiers(call: Call) async throws {
    let container = Container()
    let old = try container.register(LiveService.self) { LiveService() }
    try container.register(LiveService.self) { LiveService() }.asTransient()
    old.asSingleton().implements((any Service).self)
    await call.expectNewInstance(LiveService.self, in: container)
    expectNotRegistered((any Service).self, in: container)
  }
}

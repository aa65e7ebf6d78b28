import TestSupport
import Testing

private protocol Plugin: AnyObject { var name: String { get } }
private typealias Named = Called
extension Named: Plugin {}
private enum Theme: Hashable { case dark }

@Suite("Collections", .ownThreads)
struct CollectionTests {
  private let container = Container()
  private let app = Container()

  private func names(_ call: Call, in resolving: some Astroject.Resolving) async throws -> [String] {
    let all = try await call.resolveAll((any Plugin).self, in: resolving).map(\.name)
    let array = try await call.resolve([any Plugin].self, in: resolving).map(\.name)
    #expect(all == array)
    return all
  }

  @Test(arguments: Call.allCases)
  func `resolveAll returns plain, named, keyed and contributed products in their order`(call: Call) async throws {
    try container.contribute((any Plugin).self) { Named("1") }
    try container.register((any Plugin).self, name: "z") { Named("z") }
    try container.register((any Plugin).self) { Named("plain") }
    try container.contribute((any Plugin).self) { _ in Named("2") }
    try container.register((any Plugin).self, key: 42) { Named("42") }
    try container.register((any Plugin).self, name: "a") { Named("a") }
    try container.contribute((any Plugin).self) { Named("3") }
    try container.register((any Plugin).self, key: Theme.dark) { Named("dark") }
    #expect(try await names(call, in: container) == ["1", "z", "plain", "2", "42", "a", "3", "dark"])
  }

  @Test(arguments: Call.allCases)
  func `resolveAll orders a replacement by its own registration and omits the replaced one`(call: Call) async throws {
    try container.register((any Plugin).self, name: "a") { Named("old a") }
    try container.register((any Plugin).self, name: "b") { Named("b") }
    try container.register((any Plugin).self, name: "a") { Named("new a") }
    #expect(try await names(call, in: container) == ["b", "new a"])
    container.unregister((any Plugin).self, name: "b")
    #expect(try await names(call, in: container) == ["new a"])
  }

  @Test(arguments: Call.allCases)
  func `contributions are found by resolveAll, not by resolve, until clear removes them`(call: Call) async throws {
    try container.contribute((any Plugin).self) { Named("1") }
    try container.contribute((any Plugin).self) { Named("2") }
    #expect(try await names(call, in: container) == ["1", "2"])
    expectNotRegistered((any Plugin).self, in: container)
    await call.expectResolveThrows((any Plugin).self, in: container, .noRegistrationFound)
    #expect(try await call.resolve((any Plugin)?.self, in: container) == nil)
    try container.register((any Plugin).self) { Named("3") }
    container.unregister((any Plugin).self)
    #expect(try await names(call, in: container) == ["1", "2"])
    await call.clear(container)
    for empty in [container, container.makeChild()] { #expect(try await names(call, in: empty) == []) }
  }

  @Test(arguments: Call.allCases)
  func `resolveAll returns forwardings that a later registration or forwarding shadows`(call: Call) async throws {
    final class First: Plugin { let name = "first" }
    final class Second: Plugin { let name = "second" }
    try container.register(First.self) { First() }.implements((any Plugin).self)
    try container.register(Second.self) { Second() }.implements((any Plugin).self) { $0 }
    try container.register((any Plugin).self) { Named("own") }
    #expect(try await names(call, in: container) == ["first", "second", "own"])
    #expect(try await call.resolve((any Plugin).self, in: container).name == "own")
  }

  @Test(arguments: Call.allCases)
  func `resolveAll returns the forwarding of a contribution`(call: Call) async throws {
    try container.contribute(Named.self) { Named("1") }.asSingleton().implements((any Plugin).self)
    let plugins = try await call.resolveAll((any Plugin).self, in: container)
    let named = try await call.resolveAll(Named.self, in: container)
    #expect(plugins.map(\.name) == ["1"])
    #expect(plugins.first === named.first)
  }

  @Test(arguments: Call.allCases)
  func `resolveAll omits registrations that take arguments`(call: Call) async throws {
    try container.register((any Plugin).self, argument: String.self) { _, name in Named(name) }
    try container.register((any Plugin).self, name: "a", arguments: Int.self, Int.self) { _, _, _ in Named("two") }
    try container.register(Named.self, argument: Int.self) { _, _ in Named("") }.implements((any Plugin).self)
    try container.register((any Plugin).self) { Named("none") }
    #expect(try await names(call, in: container) == ["none"])
  }

  @Test(arguments: Call.allCases)
  func `resolveAll returns the products of a container before those of its parents`(call: Call) async throws {
    try app.register((any Plugin).self, name: "a") { Named("app a") }
    try app.contribute((any Plugin).self) { Named("app +") }
    let session = app.makeChild()
    try session.contribute((any Plugin).self) { Named("session +") }
    try session.register((any Plugin).self) { Named("session") }
    let request = session.makeChild()
    try request.register((any Plugin).self, name: "r") { Named("request r") }
    try app.register((any Plugin).self, name: "late") { Named("app late") }
    #expect(try await names(call, in: request) == ["request r", "session +", "session", "app a", "app +", "app late"])
    #expect(try await names(call, in: session) == ["session +", "session", "app a", "app +", "app late"])
    #expect(try await names(call, in: app) == ["app a", "app +", "app late"])
  }

  @Test(arguments: Call.allCases)
  func `resolveAll omits what a nearer container overrides, but no contribution`(call: Call) async throws {
    try app.register((any Plugin).self) { Named("app") }
    try app.register(Named.self) { Named("app →") }.implements((any Plugin).self)
    try app.register((any Plugin).self, name: "a") { Named("app a") }
    try app.register(Named.self, name: "b") { Named("app b") }.implements((any Plugin).self)
    try app.contribute((any Plugin).self) { Named("app +") }
    let child = app.makeChild()
    try child.register((any Plugin).self, name: "a") { Named("child a") }
    try child.contribute((any Plugin).self) { Named("child +") }
    for container in [child, child.makeChild()] {
      #expect(try await names(call, in: container) == ["child a", "child +", "app", "app →", "app b", "app +"])
    }
    try child.register((any Plugin).self) { Named("child") }
    #expect(try await names(call, in: child.makeChild()) == ["child a", "child +", "child", "app b", "app +"])
  }

  @Test(arguments: Call.allCases)
  func `resolveAll respects the scope of each registration and contribution`(call: Call) async throws {
    try container.register((any Plugin).self, name: "singleton") { Named("singleton") }.asSingleton()
    try container.register((any Plugin).self, name: "transient") { Named("transient") }.asTransient()
    try container.contribute((any Plugin).self) { Named("kept") }.asSingleton()
    try container.contribute((any Plugin).self) { Named("new") }
    let first = try await call.resolveAll((any Plugin).self, in: container)
    let second = try await call.resolveAll((any Plugin).self, in: container)
    #expect(zip(first, second).map { $0 === $1 } == [true, false, true, false])
    #expect(try await call.resolve((any Plugin).self, name: "singleton", in: container) === first[0])
  }

  @Test(arguments: Call.allCases)
  func `resolveAll shares graph-scoped instances with the calling factory`(call: Call) async throws {
    try container.register(LiveService.self) { LiveService() }
    try container.contribute(ObjectIdentifier.self) { ObjectIdentifier(try $0.resolve(LiveService.self)) }
    try container.contribute(ObjectIdentifier.self) { ObjectIdentifier(try $0.resolve(LiveService.self)) }
    try container.register(Bool.self) { resolver in
      let service = try resolver.resolve(LiveService.self)
      let own = try resolver.resolveAll(ObjectIdentifier.self) + resolver.resolve([ObjectIdentifier].self)
      return own.count == 4 && own.allSatisfy { $0 == ObjectIdentifier(service) }
    }
    #expect(try await call.resolve(Bool.self, in: container))
    #expect(try await Set(call.resolveAll(ObjectIdentifier.self, in: container)).count == 1)
  }

  @Test(arguments: Call.allCases)
  func `resolveAll throws if the factory of one element throws`(call: Call) async throws {
    try container.register((any Plugin).self) { Named("fine") }
    try container.contribute((any Plugin).self) { throw Refusal(reason: "second") }
    let error = await call.expectError(.factoryFailed) { try await $0.resolveAll((any Plugin).self, in: container) }
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "second"))
    await call.expectResolveThrows([any Plugin].self, in: container, .factoryFailed)
    await call.expectResolveThrows([any Plugin]?.self, in: container, .factoryFailed)
  }

  @Test func `resolveAll must be awaited if one element is asynchronous`() async throws {
    try container.register((any Plugin).self) { Named("1") }
    try container.contribute((any Plugin).self) { await later(Named("2")) }
    #expect(try await names(.asynchronous, in: container) == ["1", "2"])
    await Call.synchronous.expectError(.asynchronousFactory) {
      try await $0.resolveAll((any Plugin).self, in: container)
    }
    await Call.synchronous.expectResolveThrows([any Plugin].self, in: container, .asynchronousFactory)
  }

  @Test(arguments: Call.allCases)
  func `resolveAll returns a registered array instead of the registered elements`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register([Int].self) { [7, 8] }
    try container.register(String.self) { "\(try $0.resolveAll(Int.self)) \(try $0.resolve([Int].self))" }
    #expect(try await call.resolve([Int].self, in: container) == [7, 8])
    #expect(try await call.resolveAll(Int.self, in: container) == [7, 8])
    #expect(try await call.resolve(String.self, in: container) == "[7, 8] [7, 8]")
  }

  @Test(arguments: Call.allCases)
  func `resolveAll returns a child's registered array in the child and below only`(call: Call) async throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }
    let child = try parent.makeChild { try $0.register([Int].self) { [7, 8] } }
    try child.register(Int.self, name: "child's") { 2 }
    for (container, expected) in [(child, [7, 8]), (child.makeChild(), [7, 8]), (parent, [1])] {
      #expect(try await call.resolve([Int].self, in: container) == expected)
      #expect(try await call.resolveAll(Int.self, in: container) == expected)
    }
    child.unregister([Int].self)
    #expect(try await call.resolveAll(Int.self, in: child) == [2, 1])
  }

  @Test(arguments: Call.allCases)
  func `resolveAll returns a registered array's cached instance, or throws its error`(call: Call) async throws {
    try container.register([LiveService].self) { [LiveService()] }.asSingleton()
    let first = try await call.resolveAll(LiveService.self, in: container)
    #expect(first.count == 1)
    #expect(try await call.resolve([LiveService].self, in: container).first === first.first)
    try container.register([LiveService].self) { throw Refusal(reason: "array") }
    let error = await call.error { try await $0.resolveAll(LiveService.self, in: container) }
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "array"))
  }

  @Test(arguments: Call.allCases)
  func `resolve does not collect an array for a name or arguments`(call: Call) async throws {
    try container.register(Int.self, name: "a") { 1 }
    await call.expectResolveThrows([Int].self, name: "a", in: container, .noRegistrationFound)
    await call.expectResolveThrows([Int].self, arguments: 1, in: container, .noRegistrationFound)
  }

  @Test(arguments: Call.allCases)
  func `resolveAll gives a parent's graph-scoped elements the dependencies of the child`(call: Call) async throws {
    try app.register(String.self) { "app" }
    try app.register((any Plugin).self) { resolver in Named(try resolver.resolve(String.self)) }
    let child = app.makeChild()
    try child.register(String.self) { "child" }
    #expect(try await names(call, in: child) == ["child"])
    #expect(try await names(call, in: app) == ["app"])
  }
}

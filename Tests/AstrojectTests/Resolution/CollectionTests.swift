import Astroject
import AstrojectTesting
import TestSupport
import Testing

private protocol Plugin: AnyObject { var name: String { get } }
private final class Named: Plugin {
  let name: String
  init(_ name: String) { self.name = name }
}
private enum Theme: Hashable { case dark }

@Suite("A collection")
struct CollectionTests {
  private func names(_ call: Call, in resolving: some Astroject.Resolving) async throws -> [String] {
    let all = try await call.resolveAll((any Plugin).self, in: resolving).map(\.name)
    let array = try await call.resolve([any Plugin].self, in: resolving).map(\.name)
    #expect(all == array)
    return all
  }

  @Test("is empty where nothing is registered", arguments: Call.allCases)
  func empty(call: Call) async throws {
    let container = Container()
    #expect(try await names(call, in: container) == [])
    #expect(try await names(call, in: container.makeChild()) == [])
  }

  @Test(
    "has one product for each registration, named, keyed or neither, in order of registration", arguments: Call.allCases
  )
  func keyed(call: Call) async throws {
    let container = Container()
    try container.register((any Plugin).self, name: "z") { Named("z") }
    try container.register((any Plugin).self) { Named("plain") }
    try container.register((any Plugin).self, key: 42) { Named("42") }
    try container.register((any Plugin).self, name: "a") { Named("a") }
    try container.register((any Plugin).self, key: Theme.dark) { Named("dark") }
    #expect(try await names(call, in: container) == ["z", "plain", "42", "a", "dark"])
  }

  @Test(
    "has what replaced a registration in the order of the replacement, and what it replaced not at all",
    arguments: Call.allCases)
  func replaced(call: Call) async throws {
    let container = Container()
    try container.register((any Plugin).self, name: "a") { Named("old a") }
    try container.register((any Plugin).self, name: "b") { Named("b") }
    try container.register((any Plugin).self, name: "a") { Named("new a") }
    #expect(try await names(call, in: container) == ["b", "new a"])
    container.unregister((any Plugin).self, name: "b")
    #expect(try await names(call, in: container) == ["new a"])
  }

  @Test("has contributions, in their place in the order", arguments: Call.allCases)
  func contributed(call: Call) async throws {
    let container = Container()
    try container.contribute((any Plugin).self) { Named("1") }
    try container.register((any Plugin).self) { Named("2") }
    try container.contribute((any Plugin).self) { _ in Named("3") }
    try container.register((any Plugin).self, name: "a") { Named("4") }
    try container.contribute((any Plugin).self) { Named("5") }
    #expect(try await names(call, in: container) == ["1", "2", "3", "4", "5"])
  }

  @Test("has contributions that replace nothing, and that no single resolve finds", arguments: Call.allCases)
  func contributionsAlone(call: Call) async throws {
    let container = Container()
    try container.contribute((any Plugin).self) { Named("1") }
    try container.contribute((any Plugin).self) { Named("2") }
    #expect(try await names(call, in: container) == ["1", "2"])
    expectNotRegistered((any Plugin).self, in: container)
    await call.expectResolveThrows((any Plugin).self, in: container, .noRegistrationFound)
    #expect(try await call.resolve((any Plugin)?.self, in: container) == nil)
  }

  @Test(
    "has what is forwarded by implements, though a later forwarding or registration shadows it",
    arguments: Call.allCases)
  func forwarded(call: Call) async throws {
    final class First: Plugin { let name = "first" }
    final class Second: Plugin { let name = "second" }
    let container = Container()
    try container.register(First.self) { First() }.implements((any Plugin).self)
    try container.register(Second.self) { Second() }.implements((any Plugin).self) { $0 }
    try container.register((any Plugin).self) { Named("own") }
    #expect(try await names(call, in: container) == ["first", "second", "own"])
    #expect(try await call.resolve((any Plugin).self, in: container).name == "own")
  }

  @Test(
    "has a registration that is protected and the forwarding that it keeps from the front", arguments: Call.allCases)
  func protected(call: Call) async throws {
    let container = Container()
    try container.register((any Plugin).self, isOverridable: false) { Named("protected") }
    try container.register(Named.self) { Named("forwarded") }.implements((any Plugin).self)
    #expect(try await names(call, in: container) == ["protected", "forwarded"])
  }

  @Test("has a contribution's forwarding, too", arguments: Call.allCases)
  func contributedForwarding(call: Call) async throws {
    let container = Container()
    try container.contribute(Named.self) { Named("1") }.asSingleton().implements((any Plugin).self)
    let plugins = try await call.resolveAll((any Plugin).self, in: container)
    let named = try await call.resolveAll(Named.self, in: container)
    #expect(plugins.map(\.name) == ["1"])
    #expect(plugins.first === named.first)
  }

  @Test("leaves out what takes arguments", arguments: Call.allCases)
  func arguments(call: Call) async throws {
    let container = Container()
    try container.register((any Plugin).self, argument: String.self) { _, name in Named(name) }
    try container.register((any Plugin).self, name: "a", arguments: Int.self, Int.self) { _, _, _ in Named("two") }
    try container.register(Named.self, argument: Int.self) { _, _ in Named("") }.implements((any Plugin).self)
    try container.register((any Plugin).self) { Named("none") }
    #expect(try await names(call, in: container) == ["none"])
  }

  @Test("has its own container's products first, then the parents', in order", arguments: Call.allCases)
  func parents(call: Call) async throws {
    let app = Container()
    try app.register((any Plugin).self, name: "a") { Named("app a") }
    try app.contribute((any Plugin).self) { Named("app +") }
    let session = app.makeChild()
    try session.contribute((any Plugin).self) { Named("session +") }
    try session.register((any Plugin).self) { Named("session") }
    let request = session.makeChild()
    try request.register((any Plugin).self, name: "r") { Named("request r") }
    try app.register((any Plugin).self, name: "late") { Named("app late") }
    #expect(
      try await names(call, in: request) == ["request r", "session +", "session", "app a", "app +", "app late"])
    #expect(try await names(call, in: session) == ["session +", "session", "app a", "app +", "app late"])
    #expect(try await names(call, in: app) == ["app a", "app +", "app late"])
  }

  @Test(
    "leaves out a parent's registration whose key the child has itself; contributions always add",
    arguments: Call.allCases)
  func overridden(call: Call) async throws {
    let app = Container()
    try app.register((any Plugin).self) { Named("app") }
    try app.register((any Plugin).self, name: "a") { Named("app a") }
    try app.register((any Plugin).self, name: "b") { Named("app b") }
    try app.contribute((any Plugin).self) { Named("app +") }
    let child = app.makeChild()
    try child.register((any Plugin).self, name: "a") { Named("child a") }
    try child.contribute((any Plugin).self) { Named("child +") }
    #expect(try await names(call, in: child) == ["child a", "child +", "app", "app b", "app +"])
    try child.register((any Plugin).self) { Named("child") }
    #expect(try await names(call, in: child) == ["child a", "child +", "child", "app b", "app +"])
  }

  @Test("leaves out a parent's forwarding under a key that the child has itself", arguments: Call.allCases)
  func overriddenForwarding(call: Call) async throws {
    let app = Container()
    try app.register(Named.self) { Named("app") }.implements((any Plugin).self)
    try app.register(Named.self, name: "a") { Named("app a") }.implements((any Plugin).self)
    let child = app.makeChild()
    try child.register((any Plugin).self) { Named("child") }
    #expect(try await names(call, in: child) == ["child", "app a"])
  }

  @Test("leaves out a grandparent's registration whose key the parent has", arguments: Call.allCases)
  func overriddenAbove(call: Call) async throws {
    let app = Container()
    try app.register((any Plugin).self) { Named("app") }
    let session = app.makeChild()
    try session.register((any Plugin).self) { Named("session") }
    #expect(try await names(call, in: session.makeChild()) == ["session"])
  }

  @Test("has each product with its own scope", arguments: Call.allCases)
  func scopes(call: Call) async throws {
    let container = Container()
    try container.register((any Plugin).self, name: "singleton") { Named("singleton") }.asSingleton()
    try container.register((any Plugin).self, name: "transient") { Named("transient") }.asTransient()
    try container.contribute((any Plugin).self) { Named("kept") }.asSingleton()
    try container.contribute((any Plugin).self) { Named("new") }
    let first = try await call.resolveAll((any Plugin).self, in: container)
    let second = try await call.resolveAll((any Plugin).self, in: container)
    #expect(zip(first, second).map { $0 === $1 } == [true, false, true, false])
    #expect(try await call.resolve((any Plugin).self, name: "singleton", in: container) === first[0])
  }

  @Test("is one tree, and continues that of the factory that asks", arguments: Call.allCases)
  func tree(call: Call) async throws {
    let container = Container()
    try container.register(LiveService.self) { LiveService() }
    try container.contribute(ObjectIdentifier.self) { ObjectIdentifier(try $0.resolve(LiveService.self)) }
    try container.contribute(ObjectIdentifier.self) { ObjectIdentifier(try $0.resolve(LiveService.self)) }
    try container.register(Bool.self) { resolver in
      let service = try resolver.resolve(LiveService.self)
      let own = try resolver.resolveAll(ObjectIdentifier.self) + resolver.resolve([ObjectIdentifier].self)
      return own.count == 4 && own.allSatisfy { $0 == ObjectIdentifier(service) }
    }
    #expect(try await call.resolve(Bool.self, in: container))
    let ids = try await call.resolveAll(ObjectIdentifier.self, in: container)
    #expect(Set(ids).count == 1)
  }

  @Test("fails as a whole with one element", arguments: Call.allCases)
  func failure(call: Call) async throws {
    let container = Container()
    try container.register((any Plugin).self) { Named("fine") }
    try container.contribute((any Plugin).self) { throw Refusal(reason: "second") }
    let error = await call.error { try await $0.resolveAll((any Plugin).self, in: container) }
    #expect(error?.kind == .factoryFailed)
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "second"))
    await call.expectResolveThrows([any Plugin].self, in: container, .factoryFailed)
    await call.expectResolveThrows([any Plugin]?.self, in: container, .factoryFailed)
  }

  @Test("with an asynchronous element has to be awaited")
  func asynchronous() async throws {
    let container = Container()
    try container.register((any Plugin).self) { Named("1") }
    try container.contribute((any Plugin).self) {
      await Task.yield()
      return Named("2")
    }
    #expect(try await names(.asynchronous, in: container) == ["1", "2"])
    let all = await Call.synchronous.error { try await $0.resolveAll((any Plugin).self, in: container) }
    #expect(all?.kind == .asynchronousFactory)
    await Call.synchronous.expectResolveThrows([any Plugin].self, in: container, .asynchronousFactory)
  }

  @Test("with a main-actor element is awaited from anywhere, and resolved synchronously on the main actor")
  func mainActor() async throws {
    let container = Container()
    try container.contribute(Int.self) { @MainActor in
      MainActor.preconditionIsolated()
      return 1
    }
    #expect(try await container.resolveAll(Int.self) == [1])
    #expect(try await MainActor.run { try container.resolveAll(Int.self) } == [1])
    let error = #expect(throws: AstrojectError.self) { try onAnotherThread { try container.resolveAll(Int.self) } }
    #expect(error?.kind == .isolationMismatch)
  }

  @Test("stands back behind an array that is registered itself, however it is asked for", arguments: Call.allCases)
  func exactArray(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register([Int].self) { [7, 8] }
    try container.register(String.self) { resolver in
      "\(try resolver.resolveAll(Int.self)) \(try resolver.resolve([Int].self))"
    }
    #expect(try await call.resolve([Int].self, in: container) == [7, 8])
    #expect(try await call.resolveAll(Int.self, in: container) == [7, 8])
    #expect(try await call.resolve(String.self, in: container) == "[7, 8] [7, 8]")
  }

  @Test("of a child is the array that the child has registered, and its parent's is its own", arguments: Call.allCases)
  func exactArrayOfChild(call: Call) async throws {
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

  @Test(
    "of an array that is registered with its scope is what that keeps, and fails as it does", arguments: Call.allCases)
  func keptArray(call: Call) async throws {
    let container = Container()
    try container.register([LiveService].self) { [LiveService()] }.asSingleton()
    let first = try await call.resolveAll(LiveService.self, in: container)
    #expect(first.count == 1)
    #expect(try await call.resolve([LiveService].self, in: container).first === first.first)
    try container.register([LiveService].self) { throw Refusal(reason: "array") }
    let error = await call.error { try await $0.resolveAll(LiveService.self, in: container) }
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "array"))
  }

  @Test("is one with what a fallback has, however it is asked for", arguments: Call.allCases)
  func fallbackArray(call: Call) async throws {
    let fallback = Container()
    try fallback.register(Int.self) { 1 }
    let container = Container(fallback: fallback)
    for expected in [[1], [2]] {
      #expect(try await call.resolve([Int].self, in: container) == expected)
      #expect(try await call.resolveAll(Int.self, in: container) == expected)
      try container.register(Int.self) { 2 }
    }
  }

  @Test(
    "of a name is not derived: only what is registered as an array has names and arguments", arguments: Call.allCases)
  func namedArray(call: Call) async throws {
    let container = Container()
    try container.register(Int.self, name: "a") { 1 }
    await call.expectResolveThrows([Int].self, name: "a", in: container, .noRegistrationFound)
    await call.expectResolveThrows([Int].self, arguments: 1, in: container, .noRegistrationFound)
  }

  @Test("goes with clear, contributions included; they are not taken out by unregister", arguments: Call.allCases)
  func cleared(call: Call) async throws {
    let container = Container()
    try container.register((any Plugin).self) { Named("1") }
    try container.contribute((any Plugin).self) { Named("2") }
    container.unregister((any Plugin).self)
    #expect(try await names(call, in: container) == ["2"])
    await call.clear(container)
    #expect(try await names(call, in: container) == [])
  }

  @Test("takes a parent's graph-scoped elements through the container that asks", arguments: Call.allCases)
  func dependenciesThroughChild(call: Call) async throws {
    let app = Container()
    try app.register(String.self) { "app" }
    try app.register((any Plugin).self) { resolver in Named(try resolver.resolve(String.self)) }
    let child = app.makeChild()
    try child.register(String.self) { "child" }
    #expect(try await names(call, in: child) == ["child"])
    #expect(try await names(call, in: app) == ["app"])
  }

  @Test("can be inferred, and asked of a resolver", arguments: Call.allCases)
  func inferred(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "a") { 2 }
    try container.register(String.self) { resolver in
      let numbers: [Int] = try resolver.resolveAll()
      return "\(numbers) \(try resolver.resolve([Int].self))"
    }
    #expect(try await call.resolve(String.self, in: container) == "[1, 2] [1, 2]")
    let numbers: [Int] = try await container.resolveAll()
    #expect(numbers == [1, 2])
  }
}

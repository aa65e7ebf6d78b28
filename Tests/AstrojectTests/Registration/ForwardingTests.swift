import Astroject
import AstrojectTesting
import TestSupport
import Testing

private protocol Reader: AnyObject {}
private protocol Writer: AnyObject {}
private final class Store: Reader, Writer {}
private final class ReadOnly: Reader {}

@Suite("A forwarding by implements")
struct ForwardingTests {
  @Test("gives the same instance, whichever type is asked first", arguments: Call.allCases)
  func same(call: Call) async throws {
    let builds = Counter()
    let container = Container()
    try container.register(Store.self) {
      builds.increment()
      return Store()
    }.asSingleton().implements((any Reader).self).implements((any Writer).self) { $0 }
    let reader = try await call.resolve((any Reader).self, in: container)
    let store = try await call.resolve(Store.self, in: container)
    let writer = try await call.resolve((any Writer).self, in: container)
    #expect(reader === store)
    #expect(writer === store)
    #expect(builds.value == 1)
  }

  @Test("shares what graph scope shares within a tree", arguments: Call.allCases)
  func graph(call: Call) async throws {
    let container = Container()
    try container.register(Store.self) { Store() }.implements((any Reader).self).implements((any Writer).self)
    try container.register((Bool).self) { resolver in
      let reader = try resolver.resolve((any Reader).self)
      let writer = try resolver.resolve((any Writer).self)
      return try resolver.resolve(Store.self) === reader && reader === writer
    }
    #expect(try await call.resolve(Bool.self, in: container))
  }

  @Test("takes over the scope that is chosen after it", arguments: Call.allCases)
  func scopeAfterwards(call: Call) async throws {
    let container = Container()
    try container.register(Store.self) { Store() }.implements((any Reader).self).asSingleton()
    await call.expectSameInstance((any Reader).self, in: container)
  }

  @Test("to a type that the instance is not of throws when it is resolved, and not before", arguments: Call.allCases)
  func mismatch(call: Call) async throws {
    let container = Container()
    try container.register(ReadOnly.self) { ReadOnly() }.implements((any Writer).self)
    expectRegistered((any Writer).self, in: container)
    _ = try await call.resolve(ReadOnly.self, in: container)
    let error = await call.expectResolveThrows((any Writer).self, in: container, .typeMismatch)
    #expect(error?.failure?.key.product is (any Writer).Type)
    #expect(error?.description.contains("ReadOnly") == true)
  }

  @Test("is checked against the instance, and not against the type that is registered", arguments: Call.allCases)
  func dynamicType(call: Call) async throws {
    let container = Container()
    try container.register((any Reader).self) { Store() }.implements((any Writer).self)
    #expect(try await call.resolve((any Writer).self, in: container) is Store)
  }

  @Test("may convert; what the conversion throws arrives as a factory's error", arguments: Call.allCases)
  func conversion(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 42 }
      .implements(String.self) { "\($0)" }
      .implements(Bool.self) { _ in throw Refusal(reason: "no") }
    #expect(try await call.resolve(String.self, in: container) == "42")
    let error = await call.expectResolveThrows(Bool.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "no"))
  }

  @Test("may convert by what it resolves; where that comes back to it, it is a loop", arguments: Call.allCases)
  func convertingLoop(call: Call) async throws {
    let container = Container()
    try container.register(Store.self) { Store() }.implements((any Reader).self) { [weak container] _ in
      try container?.resolve((any Reader).self) ?? ReadOnly()
    }
    let error = await call.expectResolveThrows((any Reader).self, in: container, .circularDependency)
    #expect(error?.failure?.path.map(\.key.product).filter { $0 is (any Reader).Type }.count == 2)
  }

  @Test("may convert by what it resolves with other arguments: that is none", arguments: Call.allCases)
  func convertingRecursion(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { (_: Resolver, number: Int) in number }.implements([Int].self) {
      [weak container] number in
      number == 0 ? [] : [number] + (try container?.resolve([Int].self, arguments: number - 1) ?? [])
    }
    #expect(try await call.resolve([Int].self, arguments: 9, in: container) == (1...9).reversed())
  }

  @Test("has the name and the arguments of the registration", arguments: Call.allCases)
  func nameAndArguments(call: Call) async throws {
    final class Page: Service {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let container = Container()
    try container.register(Page.self, name: "a") { Page(0) }.implements((any Service).self)
    try container.register(Page.self, argument: Int.self) { _, number in Page(number) }.asSingleton()
      .implements((any Service).self)
    expectNotRegistered((any Service).self, in: container)
    expectRegistered((any Service).self, name: "a", in: container)
    #expect(try await call.resolve((any Service).self, name: "a", in: container) is Page)
    let page = try await call.resolve((any Service).self, argument: 3, in: container)
    #expect(try await call.resolve(Page.self, argument: 3, in: container) === page)
    #expect((page as? Page)?.number == 3)
  }

  @Test(
    "shadows an earlier registration for a single resolve, and both are in the collection", arguments: Call.allCases)
  func shadowsEarlier(call: Call) async throws {
    let container = Container()
    try container.register((any Reader).self) { ReadOnly() }
    try container.register(Store.self) { Store() }.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: container) is Store)
    let all = try await call.resolveAll((any Reader).self, in: container)
    #expect(all.map { $0 is Store } == [false, true])
  }

  @Test("is shadowed by a later registration, and both are in the collection", arguments: Call.allCases)
  func shadowedByLater(call: Call) async throws {
    let container = Container()
    try container.register(Store.self) { Store() }.implements((any Reader).self)
    try container.register((any Reader).self) { ReadOnly() }
    #expect(try await call.resolve((any Reader).self, in: container) is ReadOnly)
    let all = try await call.resolveAll((any Reader).self, in: container)
    #expect(all.map { $0 is Store } == [true, false])
  }

  @Test("counts as registered when it is said, not when the registration was made", arguments: Call.allCases)
  func moment(call: Call) async throws {
    let container = Container()
    let store = try container.register(Store.self) { Store() }
    try container.register((any Reader).self) { ReadOnly() }
    #expect(try await call.resolve((any Reader).self, in: container) is ReadOnly)
    store.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: container) is Store)
    let all = try await call.resolveAll((any Reader).self, in: container)
    #expect(all.map { $0 is Store } == [false, true])
  }

  @Test(
    "does not shadow a protected registration, which stays in front; both are in the collection",
    arguments: Call.allCases)
  func protected(call: Call) async throws {
    let container = Container()
    try container.register((any Reader).self, isOverridable: false) { ReadOnly() }
    try container.register(Store.self) { Store() }.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: container) is ReadOnly)
    let all = try await call.resolveAll((any Reader).self, in: container)
    #expect(all.map { $0 is Store } == [false, true])
  }

  @Test("of a child does not shadow a protected registration of its parent", arguments: Call.allCases)
  func protectedInParent(call: Call) async throws {
    let parent = Container()
    try parent.register((any Reader).self, isOverridable: false) { ReadOnly() }
    let child = parent.makeChild()
    try child.register(Store.self) { Store() }.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: child) is ReadOnly)
    let all = try await call.resolveAll((any Reader).self, in: child)
    #expect(all.count == 2)
  }

  @Test("of a child shadows an overridable registration of its parent, in the child alone", arguments: Call.allCases)
  func inChild(call: Call) async throws {
    let parent = Container()
    try parent.register((any Reader).self) { ReadOnly() }
    let child = parent.makeChild()
    try child.register(Store.self) { Store() }.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: child) is Store)
    #expect(try await call.resolve((any Reader).self, in: parent) is ReadOnly)
  }

  @Test("shadows a singleton that has been resolved before", arguments: Call.allCases)
  func shadowsSingleton(call: Call) async throws {
    let container = Container()
    try container.register((any Reader).self) { ReadOnly() }.asSingleton()
    _ = try await call.resolve((any Reader).self, in: container)
    try container.register(Store.self) { Store() }.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: container) is Store)
  }

  @Test("of two, the later one answers", arguments: Call.allCases)
  func two(call: Call) async throws {
    let container = Container()
    try container.register(ReadOnly.self) { ReadOnly() }.implements((any Reader).self)
    try container.register(Store.self) { Store() }.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: container) is Store)
    #expect(try await call.resolveAll((any Reader).self, in: container).count == 2)
  }

  @Test("goes when its registration is taken out; the own one under its key stays", arguments: Call.allCases)
  func unregistered(call: Call) async throws {
    let container = Container()
    try container.register((any Reader).self) { ReadOnly() }
    try container.register(Store.self) { Store() }.implements((any Reader).self)
    container.unregister(Store.self)
    #expect(try await call.resolve((any Reader).self, in: container) is ReadOnly)
  }

  @Test("of an asynchronous registration is asynchronous")
  func asynchronous() async throws {
    let container = Container()
    try container.register(Store.self) {
      await Task.yield()
      return Store()
    }.implements((any Reader).self)
    #expect(try await container.resolve((any Reader).self) is Store)
    await Call.synchronous.expectResolveThrows((any Reader).self, in: container, .asynchronousFactory)
  }

  @Test("of a weak, container or disposable scope gives what that scope keeps", arguments: Call.allCases)
  func scopes(call: Call) async throws {
    let modifiers: [@Sendable (Registration<Store>) -> Registration<Store>] = [
      { $0.asWeak() }, { $0.asScoped() }, { $0.asDisposableSingleton() },
    ]
    for modifier in modifiers {
      let container = Container()
      let registration = try container.register(Store.self) { Store() }
      _ = modifier(registration).implements((any Reader).self)
      let reader = try await call.resolve((any Reader).self, in: container)
      #expect(try await call.resolve(Store.self, in: container) === reader)
    }
  }

  @Test("leaves its target where it is, though something else answers to the type of that", arguments: Call.allCases)
  func targetBehindAnother(call: Call) async throws {
    let container = Container()
    try container.register((any Reader).self) { _ in ReadOnly() }.implements(ReadOnly.self) { reader in
      try #require(reader as? ReadOnly)
    }
    // From now on this answers to `Reader`.
    try container.register(Store.self) { Store() }.implements((any Reader).self)
    for _ in 0..<3 {
      _ = try await call.resolve(ReadOnly.self, in: container)
      #expect(try await call.resolve((any Reader).self, in: container) is Store)
    }
  }
}

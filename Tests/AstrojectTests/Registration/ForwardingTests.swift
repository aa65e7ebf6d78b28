import TestSupport
import Testing

private protocol Reader: AnyObject {}
private protocol Writer: AnyObject {}
private final class Store: Reader, Writer {}
private final class ReadOnly: Reader {}

struct ForwardingTests {
  private let container = Container()

  @Test(arguments: Call.allCases, ["SRW", "SWR", "RSW", "RWS", "WSR", "WRS"])
  func `a singleton is built once for all types that it implements`(call: Call, order: String) async throws {
    let builds = Counter()
    try container.register(Store.self) { builds.count(Store()) }.asSingleton().implements((any Reader).self).implements(
      (any Writer).self
    ) { $0 }
    var found: [AnyObject] = []
    for type in order {
      switch type {
      case "R": found.append(try await call.resolve((any Reader).self, in: container))
      case "W": found.append(try await call.resolve((any Writer).self, in: container))
      default: found.append(try await call.resolve(Store.self, in: container))
      }
    }
    #expect(found.count == 3 && found.allSatisfy { $0 === found[0] })
    #expect(builds.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `forwardings of a graph-scoped registration share one instance within a resolve`(call: Call) async throws {
    try container.register(Store.self) { Store() }.implements((any Reader).self).implements((any Writer).self)
    try container.register((Bool).self) { resolver in
      let reader = try resolver.resolve((any Reader).self)
      let writer = try resolver.resolve((any Writer).self)
      return try resolver.resolve(Store.self) === reader && reader === writer
    }
    #expect(try await call.resolve(Bool.self, in: container))
  }

  @Test(arguments: Call.allCases)
  func `a forwarding checks the type of its instance, not of its registration, when resolved`(call: Call) async throws {
    try container.register(ReadOnly.self) { ReadOnly() }.implements((any Writer).self)
    expectRegistered((any Writer).self, in: container)
    _ = try await call.resolve(ReadOnly.self, in: container)
    let error = await call.expectResolveThrows((any Writer).self, in: container, .typeMismatch)
    #expect(error?.failure?.key.product is (any Writer).Type)
    #expect(error?.description.contains("ReadOnly") == true)
    try container.register((any Reader).self) { Store() }.implements((any Writer).self)
    #expect(try await call.resolve((any Writer).self, in: container) is Store)
  }

  @Test(arguments: Call.allCases)
  func `a forwarding converts the product and reports its error as factoryFailed`(call: Call) async throws {
    try container.register(Int.self) { 42 }
      .implements(String.self) { "\($0)" }
      .implements(Bool.self) { _ in throw Refusal(reason: "no") }
    #expect(try await call.resolve(String.self, in: container) == "42")
    let error = await call.expectResolveThrows(Bool.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "no"))
  }

  @Test(arguments: Call.allCases)
  func `a conversion that resolves its own forwarding throws circularDependency`(call: Call) async throws {
    try container.register(Store.self) { Store() }.implements((any Reader).self) { [weak container] _ in
      try container?.resolve((any Reader).self) ?? ReadOnly()
    }
    let error = await call.expectResolveThrows((any Reader).self, in: container, .circularDependency)
    #expect(error?.failure?.path.map(\.key.product).filter { $0 is (any Reader).Type }.count == 2)
  }

  @Test(arguments: Call.allCases)
  func `a conversion resolves its own forwarding recursively with other arguments`(call: Call) async throws {
    try container.register(Int.self) { (_: Resolver, number: Int) in number }.implements([Int].self) {
      [weak container] number in
      number == 0 ? [] : [number] + (try container?.resolve([Int].self, arguments: number - 1) ?? [])
    }
    #expect(try await call.resolve([Int].self, arguments: 9, in: container) == (1...9).reversed())
  }

  @Test(arguments: Call.allCases)
  func `a forwarding has the name and the arguments of its registration`(call: Call) async throws {
    final class Page: Service {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
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

  @Test(arguments: Call.allCases)
  func `a forwarding is ordered by the call of implements, not by its registration`(call: Call) async throws {
    let store = try container.register(Store.self) { Store() }
    try container.register((any Reader).self) { ReadOnly() }
    #expect(try await call.resolve((any Reader).self, in: container) is ReadOnly)
    store.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: container) is Store)
    #expect(try await call.resolveAll((any Reader).self, in: container).map { $0 is Store } == [false, true])
  }

  @Test(arguments: Call.allCases, [false, true])
  func `a forwarding, even in a child, does not shadow a protected registration, and resolveAll returns both`(
    call: Call, isInChild: Bool
  ) async throws {
    try container.register((any Reader).self, isOverridable: false) { ReadOnly() }
    let nearest = isInChild ? container.makeChild() : container
    try nearest.register(Store.self) { Store() }.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: nearest) is ReadOnly)
    #expect(try await call.resolveAll((any Reader).self, in: nearest).map { $0 is Store } == [isInChild, !isInChild])
  }

  @Test(arguments: Call.allCases)
  func `a forwarding in a child gives way to a registration that its parent protects later`(call: Call) async throws {
    let child = container.makeChild()
    try child.register(Store.self) { Store() }.implements((any Reader).self)
    for _ in 0..<3 { #expect(try await call.resolve((any Reader).self, in: child) is Store) }
    try container.register((any Reader).self, isOverridable: false) { ReadOnly() }
    #expect(try await call.resolve((any Reader).self, in: child) is ReadOnly)
  }

  @Test(arguments: Call.allCases)
  func `a forwarding in a child shadows a registration of the parent in the child only`(call: Call) async throws {
    let parent = Container()
    try parent.register((any Reader).self) { ReadOnly() }
    let child = parent.makeChild()
    try child.register(Store.self) { Store() }.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: child) is Store)
    #expect(try await call.resolve((any Reader).self, in: parent) is ReadOnly)
  }

  @Test(arguments: Call.allCases, [AnyScope.graph, .singleton])
  func `a forwarding shadows an earlier registration, resolved or not, until it is removed`(
    call: Call, scope: AnyScope
  ) async throws {
    scope.apply(to: try container.register((any Reader).self) { ReadOnly() })
    if scope == .singleton { _ = try await call.resolve((any Reader).self, in: container) }
    try container.register(Store.self) { Store() }.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: container) is Store)
    container.unregister(Store.self)
    #expect(try await call.resolve((any Reader).self, in: container) is ReadOnly)
  }

  @Test func `a forwarding of an asynchronous registration must be awaited`() async throws {
    try container.register(Store.self) { await later(Store()) }.implements((any Reader).self)
    #expect(try await container.resolve((any Reader).self) is Store)
    await Call.synchronous.expectResolveThrows((any Reader).self, in: container, .asynchronousFactory)
  }

  @Test(arguments: AnyScope.keeping, Call.allCases)
  func `a forwarding returns the cached instance of its registration, whether the scope is chosen before or after`(
    scope: AnyScope, call: Call
  ) async throws {
    let registration = try container.register(Store.self) { Store() }.implements((any Reader).self)
    scope.apply(to: registration).implements((any Writer).self)
    let reader = try await call.resolve((any Reader).self, in: container)
    #expect(try await call.resolve(Store.self, in: container) === reader)
    #expect(try await call.resolve((any Writer).self, in: container) === reader)
  }

  @Test(arguments: Call.allCases)
  func `a forwarding reaches its own registration even if another forwarding shadows it`(call: Call) async throws {
    try container.register((any Reader).self) { _ in ReadOnly() }.implements(ReadOnly.self) { reader in
      try #require(reader as? ReadOnly)
    }
    // This forwarding shadows the registration of `Reader`.
    try container.register(Store.self) { Store() }.implements((any Reader).self)
    for _ in 0..<3 {
      _ = try await call.resolve(ReadOnly.self, in: container)
      #expect(try await call.resolve((any Reader).self, in: container) is Store)
    }
  }
}

import TestSupport
import Testing

private final class All: TextStore {
  let stores: [any TextStore]
  var text: String { stores.map(\.text).joined(separator: "+") }
  init(stores: [any TextStore]) { self.stores = stores }
  init(later stores: [any TextStore]) async {
    await Task.yield()
    self.stores = stores
  }
}

@MainActor private final class AllDrawn: TextStore {
  nonisolated let text: String
  init(stores: [any TextStore]) { text = "drawn " + stores.map(\.text).joined(separator: "+") }
  init(later stores: [any TextStore], number: Int) async {
    await Task.yield()
    text = "later \(number) " + stores.map(\.text).joined(separator: "+")
  }
}

struct CompositeTests {
  private let container = Container()

  init() throws { try container.register(Int.self) { 7 } }

  @Test(arguments: Call.allCases, AnyScope.allCases)
  func `a single resolve returns a composite of all other registrations`(call: Call, scope: AnyScope) async throws {
    try container.register((any TextStore).self) { PlainStore("a") }
    scope.apply(to: try container.register((any TextStore).self, composite: All.init(stores:)))
    try container.register((any TextStore).self, name: "n") { PlainStore("b") }
    try container.contribute((any TextStore).self) { PlainStore("c") }
    for _ in 0..<4 {
      #expect(try await call.resolve((any TextStore).self, in: container).text == "a+b+c")
      #expect(try await call.resolveAll((any TextStore).self, in: container).map(\.text) == ["a", "b", "c"])
    }
    let first = try await call.resolve((any TextStore).self, in: container)
    let second = try await call.resolve((any TextStore).self, in: container)
    #expect((first === second) == (scope != .transient && scope != .graph))
    try container.register((any TextStore).self) { PlainStore("d") }
    #expect(try await call.resolveAll((any TextStore).self, in: container).map(\.text) == ["b", "c", "d"])
    try container.validate()
  }

  @Test func `an awaiting resolve builds a composite of any effect, with or without rules`() async throws {
    try container.contribute((any TextStore).self) { PlainStore("a") }
    try container.contribute((any TextStore).self) { PlainStore("b") }
    try container.register((any TextStore).self, composite: Injection(All.init(later:)))
    let error = await Call.synchronous.expectResolveThrows(
      (any TextStore).self, in: container, .asynchronousFactory)
    #expect(error?.remedy?.hasPrefix("await it: `try await container.resolve((any TextStore).self)`.") == true)
    #expect(try await container.resolve((any TextStore).self).text == "a+b")
    try container.register((any TextStore).self, composite: Injection(AllDrawn.init(stores:)))
    #expect(try await container.resolve((any TextStore).self).text == "drawn a+b")
    try container.register(
      (any TextStore).self, composite: Injection(AllDrawn.init(later:number:), with: .auto, .value(8)))
    #expect(try await container.resolve((any TextStore).self).text == "later 8 a+b")
    try container.register((any TextStore).self, composite: Injection(All.init(stores:), with: .auto))
    #expect(try await container.resolve((any TextStore).self).text == "a+b")
  }

  @Test(arguments: Call.allCases)
  func `a graph-scoped composite collects from the child, a singleton from its container`(call: Call) async throws {
    for isKept in [false, true] {
      let container = Container()
      try container.contribute((any TextStore).self) { PlainStore("a") }
      let composite = try container.register((any TextStore).self, composite: All.init(stores:))
      if isKept { composite.asSingleton() }
      let child = container.makeChild()
      try child.contribute((any TextStore).self) { PlainStore("b") }
      #expect(try await call.resolve((any TextStore).self, in: child).text == (isKept ? "a" : "b+a"))
      #expect(try await call.resolve((any TextStore).self, in: container).text == "a")
      // A registration of the child takes precedence in the child.
      try child.register((any TextStore).self) { PlainStore("own") }
      #expect(try await call.resolve((any TextStore).self, in: child).text == "own")
      #expect(try await call.resolve((any TextStore).self, in: container).text == "a")
    }
  }

  @Test(arguments: Call.allCases)
  func `a child's composite answers there although its parent protects the key`(call: Call) async throws {
    try container.register((any TextStore).self, isOverridable: false) { PlainStore("a") }
    let child = container.makeChild()
    try child.contribute((any TextStore).self) { PlainStore("b") }
    try child.register((any TextStore).self, composite: All.init(stores:))
    for container in [child, child.makeChild()] {
      #expect(try await call.resolve((any TextStore).self, in: container).text == "b+a")
    }
    #expect(try await call.resolve((any TextStore).self, in: container).text == "a")
    try child.validate()
  }

  @Test(arguments: Call.allCases)
  func `a decorator decorates the elements of a composite, but not the composite`(call: Call) async throws {
    try container.contribute((any TextStore).self) { PlainStore("a") }
    try container.register((any TextStore).self) { PlainStore("b") }
    try container.register((any TextStore).self, composite: All.init(stores:)).asSingleton()
    try container.decorate((any TextStore).self, initializer: CachedStore.init(store:))
    #expect(try await call.resolve((any TextStore).self, in: container).text == "cached(a)+cached(b)")
    #expect(try await call.resolve((any TextStore).self, in: container) is All)
    try container.validate()
  }

  @Test(arguments: Call.allCases)
  func `a second composite is a duplicate, and a plain registration beside one is not`(call: Call) async throws {
    try container.register((any TextStore).self, composite: All.init(stores:))
    try container.register((any TextStore).self, ifRegistered: .fail) { PlainStore("a") }
    try container.register((any TextStore).self, ifRegistered: .keep, composite: Injection(AllDrawn.init(stores:)))
    #expect(try await call.resolve((any TextStore).self, in: container) is All)
    let line = #line + 2
    let error = expectThrows(.duplicateRegistration) {
      try container.register((any TextStore).self, ifRegistered: .fail, composite: All.init(stores:))
    }
    #expect(error?.failure?.location?.line == UInt(line))
    expectThrows(.duplicateRegistration) {
      try container.register((any TextStore).self, ifRegistered: .fail) { PlainStore("b") }
    }
    try container.register((any TextStore).self) { PlainStore("c") }
    #expect(try await call.resolve((any TextStore).self, in: container).text == "c")
    #expect(container.graphReport().duplicates.count == 1)
  }

  @Test(arguments: [nil, "n"])
  func `the key of a composite and the error for another one have the name it was given`(name: String?) throws {
    let first = try container.register(
      (any TextStore).self, name: name, isOverridable: false, composite: All.init(stores:))
    #expect(first.key.name == name && first.key.tag as? String == name)
    let error = expectThrows(.alreadyRegistered) {
      try container.makeChild().register((any TextStore).self, name: name, composite: All.init(stores:))
    }
    let label = name == nil ? "" : " under \"n\""
    #expect(error?.description.hasPrefix("TextStore is already registered\(label), and protected") == true)
  }

  @Test func `registering a composite throws if its initializer takes no array of its elements`() throws {
    expectThrows(.invalidInstance) {
      try container.register((any TextStore).self, composite: CachedStore.init(store:))
    }
    // It would lack those without a name.
    expectThrows(.invalidInstance) {
      try container.register((any TextStore).self, composite: { (_: [String: any TextStore]) in PlainStore("all") })
    }
    #expect(!container.isRegistered((any TextStore).self))
  }

  @Test(arguments: Call.allCases)
  func `a composite is released, unregistered and named like any other registration`(call: Call) async throws {
    try container.register((any TextStore).self, name: "n") { PlainStore("a") }
    try container.register((any TextStore).self, composite: All.init(stores:)).asDisposableSingleton()
    let first = try await call.resolve((any TextStore).self, in: container)
    await call.release((any TextStore).self, in: container)
    #expect(try await call.resolve((any TextStore).self, in: container) !== first)
    #expect(try await call.resolve((any TextStore).self, name: "n", in: container).text == "a")
    try container.register((any TextStore).self, name: "n", composite: All.init(stores:))
    #expect(try await call.resolve((any TextStore).self, name: "n", in: container).text == "a")
    synchronously { container.unregister((any TextStore).self) }
    #expect(!container.isRegistered((any TextStore).self) && container.isRegistered((any TextStore).self, name: "n"))
    #expect(container.graph.nodes.allSatisfy { $0.key.contains("\"n\"") || $0.key == "Int" })
  }
}

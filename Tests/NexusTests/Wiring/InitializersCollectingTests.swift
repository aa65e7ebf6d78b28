import AstrojectTesting
import Nexus
import TestSupport
import Testing

/// Something whose text says what has made it.
private protocol Store: AnyObject, Sendable { var text: String { get } }

private final class Plain: Store {
  let text: String
  init(_ text: String) { self.text = text }
}

private final class Cached: Store {
  let text: String
  init(store: any Store) { text = "cached(\(store.text))" }
}

private final class All: Store {
  let stores: [any Store]
  var text: String { stores.map(\.text).joined(separator: "+") }
  init(stores: [any Store]) { self.stores = stores }
  init(later stores: [any Store]) async {
    await Task.yield()
    self.stores = stores
  }
}

@MainActor private final class AllDrawn: Store {
  nonisolated let text: String
  init(stores: [any Store]) { text = "drawn " + stores.map(\.text).joined(separator: "+") }
  init(later stores: [any Store], number: Int) async {
    await Task.yield()
    text = "later \(number) " + stores.map(\.text).joined(separator: "+")
  }
}

@Suite("A composite")
struct CompositeTests {
  private let container = Container()

  init() throws { try container.register(Int.self) { 7 } }

  @Test(
    "is what a single resolve gives, and made of all others, registered before or after",
    arguments: Call.allCases, AnyScope.allCases)
  func single(call: Call, scope: AnyScope) async throws {
    try container.register((any Store).self) { Plain("a") }
    scope.apply(to: try container.register((any Store).self, composite: All.init(stores:)))
    try container.register((any Store).self, name: "n") { Plain("b") }
    try container.contribute((any Store).self) { Plain("c") }
    for _ in 0..<4 {
      let one = try await call.resolve((any Store).self, in: container)
      #expect(one.text == "a+b+c")
      let all = try await call.resolveAll((any Store).self, in: container)
      #expect(all.map(\.text) == ["a", "b", "c"])
    }
    let first = try await call.resolve((any Store).self, in: container)
    let second = try await call.resolve((any Store).self, in: container)
    #expect((first === second) == (scope != .transient && scope != .graph))
    try container.register((any Store).self) { Plain("d") }
    let all = try await call.resolveAll((any Store).self, in: container)
    #expect(all.map(\.text) == ["b", "c", "d"])
    try container.validate()
  }

  @Test("may be of any effect")
  func effects() async throws {
    try container.contribute((any Store).self) { Plain("a") }
    try container.contribute((any Store).self) { Plain("b") }
    try container.register((any Store).self, composite: All.init(later:))
    let thrown = await Call.synchronous.error(resolving: (any Store).self, in: container)
    guard case .asynchronousFactory = thrown else { return #expect(Bool(false), "\(thrown as Any)") }
    #expect(try await container.resolve((any Store).self).text == "a+b")
    try container.register((any Store).self, composite: AllDrawn.init(stores:))
    #expect(try await container.resolve((any Store).self).text == "drawn a+b")
    try container.register((any Store).self, composite: AllDrawn.init(later:number:))
    #expect(try await container.resolve((any Store).self).text == "later 7 a+b")
  }

  @Test(
    "of graph scope, or transient, collects what the child has that asks; kept, what its container has",
    arguments: Call.allCases)
  func children(call: Call) async throws {
    for isKept in [false, true] {
      let container = Container()
      try container.contribute((any Store).self) { Plain("a") }
      let composite = try container.register((any Store).self, composite: All.init(stores:))
      if isKept { composite.asSingleton() }
      let child = container.makeChild()
      try child.contribute((any Store).self) { Plain("b") }
      #expect(try await call.resolve((any Store).self, in: child).text == (isKept ? "a" : "b+a"))
      #expect(try await call.resolve((any Store).self, in: container).text == "a")
      // A child's own registration goes first there.
      try child.register((any Store).self) { Plain("own") }
      #expect(try await call.resolve((any Store).self, in: child).text == "own")
      #expect(try await call.resolve((any Store).self, in: container).text == "a")
    }
  }

  @Test("is not decorated, but its elements are", arguments: Call.allCases)
  func decorated(call: Call) async throws {
    try container.contribute((any Store).self) { Plain("a") }
    try container.register((any Store).self) { Plain("b") }
    try container.register((any Store).self, composite: All.init(stores:)).asSingleton()
    try container.decorate((any Store).self, initializer: Cached.init(store:))
    #expect(try await call.resolve((any Store).self, in: container).text == "cached(a)+cached(b)")
    #expect(try await call.resolve((any Store).self, in: container) is All)
    try container.validate()
  }

  @Test("a second one counts as a second registration, and a plain one does not", arguments: Call.allCases)
  func duplicates(call: Call) async throws {
    try container.register((any Store).self, composite: All.init(stores:))
    try container.register((any Store).self, ifRegistered: .fail) { Plain("a") }
    try container.register((any Store).self, ifRegistered: .keep, composite: AllDrawn.init(stores:))
    #expect(try await call.resolve((any Store).self, in: container) is All)
    let line = #line + 1
    let thrown = #expect(throws: AstrojectError.self) {
      try container.register((any Store).self, ifRegistered: .fail, composite: All.init(stores:))
    }
    guard case .duplicateRegistration(let failure) = thrown else { return #expect(Bool(false), "\(thrown as Any)") }
    #expect(failure.location?.line == UInt(line))
    let second = #expect(throws: AstrojectError.self) {
      try container.register((any Store).self, ifRegistered: .fail) { Plain("b") }
    }
    guard case .duplicateRegistration = second else { return #expect(Bool(false), "\(second as Any)") }
    try container.register((any Store).self) { Plain("c") }
    #expect(try await call.resolve((any Store).self, in: container).text == "c")
    #expect(container.graphReport().duplicates.count == 1)
  }

  @Test("without a parameter for the others is refused")
  func refusal() throws {
    let thrown = #expect(throws: AstrojectError.self) {
      try container.register((any Store).self, composite: Cached.init(store:))
    }
    guard case .invalidInstance = thrown else { return #expect(Bool(false), "\(thrown as Any)") }
    #expect(!container.isRegistered((any Store).self))
  }

  @Test("goes with `unregister`, is let go of with `release`, and has names of its own", arguments: Call.allCases)
  func going(call: Call) async throws {
    try container.register((any Store).self, name: "n") { Plain("a") }
    try container.register((any Store).self, composite: All.init(stores:)).asDisposableSingleton()
    let first = try await call.resolve((any Store).self, in: container)
    await call.release((any Store).self, in: container)
    #expect(try await call.resolve((any Store).self, in: container) !== first)
    #expect(try await call.resolve((any Store).self, name: "n", in: container).text == "a")
    try container.register((any Store).self, name: "n", composite: All.init(stores:))
    #expect(try await call.resolve((any Store).self, name: "n", in: container).text == "a")
    synchronously { container.unregister((any Store).self) }
    #expect(!container.isRegistered((any Store).self))
    #expect(container.isRegistered((any Store).self, name: "n"))
    #expect(container.graph.nodes.allSatisfy { $0.key.contains("\"n\"") || $0.key == "Int" })
  }

  @Test("is replaced by an override as what a single resolve gives", arguments: Call.allCases)
  func overridden(call: Call) async throws {
    try container.register((any Store).self) { Plain("a") }
    try container.register((any Store).self, composite: All.init(stores:))
    let same = try container.overriding { _ in }
    #expect(try await call.resolve((any Store).self, in: same).text == "a")
    let fork = try container.overriding { try $0.replace((any Store).self) { Plain("mock") } }
    #expect(try await call.resolve((any Store).self, in: fork).text == "mock")
    #expect(try await call.resolveAll((any Store).self, in: fork).map(\.text) == ["a", "mock"])
  }
}

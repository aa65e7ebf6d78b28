import TestSupport
import Testing

private final class One { var two: Two? }
private final class Two { var one: One? }
private protocol Store: AnyObject {}
private final class Disk: Store {}
private final class Cache: Store {
  let sync: Sync
  init(store: any Store, sync: Sync) { self.sync = sync }
}
private final class Sync { var store: (any Store)? }
private struct Rung<Value> { let value: Value }

private final class Hub {
  let spoke: Spoke
  init(spoke: Spoke) { self.spoke = spoke }
}
private final class Spoke { var rim: Rim? }
private final class Rim {
  let hub: Hub
  init(hub: Hub) { self.hub = hub }
}

@Suite("Transient and graph-scoped objects that inject each other")
struct InjectingLoopTests {
  private func container() throws -> Container {
    let container = Container()
    try container.register(initializer: One.init).asTransient().injecting(\.two)
    try container.register(initializer: Two.init).injecting(\.one)
    try container.register(initializer: Wrap<One>.init)
    try container.register(initializer: Wrap<Wrap<One>>.init)
    try container.register(initializer: Wrap<Wrap<Wrap<One>>>.init)
    try container.register(initializer: Wrap<Wrap<Wrap<Wrap<One>>>>.init)
    return container
  }

  @Test(arguments: Call.allCases)
  func `injecting links a transient and a graph-scoped object at any depth`(call: Call) async throws {
    let container = try container()
    expectValidGraph(container)
    #expect(try await call.resolve(One.self, in: container).two?.one != nil)
    #expect(try await call.resolve(Wrap<One>.self, in: container).inner.two?.one != nil)
    #expect(try await call.resolve(Wrap<Wrap<One>>.self, in: container).inner.inner.two?.one != nil)
    #expect(try await call.resolve(Wrap<Wrap<Wrap<One>>>.self, in: container).inner.inner.inner.two?.one != nil)
    #expect(try await call.resolve(Wrap<Wrap<Wrap<Wrap<One>>>>.self, in: container).inner.inner.inner.inner.two != nil)
  }

  fileprivate static let scopes: [@Sendable (Registration<Disk>) -> Void] = [
    { _ in }, { $0.asSingleton() }, { $0.asWeak() },
  ]

  @Test(arguments: Call.allCases, scopes)
  fileprivate func `injecting links a transient object and a decorated forwarding at any depth`(
    call: Call, scope: @Sendable (Registration<Disk>) -> Void
  ) async throws {
    for depth in 0..<14 {
      let container = Container()
      scope(try container.register(initializer: Disk.init).implements((any Store).self))
      try container.decorate((any Store).self, initializer: Cache.init)
      try container.register(initializer: Sync.init).asTransient().injecting(\.store)
      let sync = try await resolve(Sync.self, below: depth, in: container, by: call)
      #expect((sync.store as? Cache)?.sync.store != nil)
    }
  }

  @Test(arguments: Call.allCases)
  func `a property closes a loop of transient objects at any depth`(call: Call) async throws {
    for depth in 0..<14 {
      let container = Container()
      try container.register(initializer: Hub.init).asTransient()
      try container.register(initializer: Spoke.init).asTransient().injecting(\.rim)
      try container.register(initializer: Rim.init)
      expectValidGraph(container)
      let rim = try await resolve(Hub.self, below: depth, in: container, by: call).spoke.rim
      #expect(rim != nil && rim?.hub.spoke.rim === rim)
    }
  }

  /// Resolves a product below a number of others.
  private func resolve<Value>(
    _ type: Value.Type, below depth: Int, in container: Container, by call: Call
  ) async throws -> Value {
    for level in 0...depth {
      try container.register(Rung<Value>.self, key: level) {
        level == depth ? Rung(value: try $0.resolve()) : try $0.resolve(Rung<Value>.self, key: level + 1)
      }
    }
    return try await call.resolve(Rung<Value>.self, key: 0, in: container).value
  }

  @Test(arguments: Call.allCases)
  func `resolve and validate throw if two transient objects inject each other`(call: Call) async throws {
    let container = try container()
    try container.register(initializer: Two.init).asTransient().injecting(\.one)
    await call.expectResolveThrows(One.self, in: container)
    #expect(throws: GraphError.self) { try container.validate() }
  }
}

private final class Middle {
  let child: Child
  init(child: Child) { self.child = child }
}
private final class Elder {
  let middle: Middle
  init(middle: Middle) { self.middle = middle }
}
private final class Child {
  var elder: Elder?
  var host: Host?
}
private final class Host { @Inject var child: Child }
private protocol Kid: AnyObject {}
private final class Boy: Kid {
  var family: Family<any Kid>?
  var crowd: Family<[any Kid]>?
  var couple: Family<Boy?>?
}
private final class Family<Member> { init(member: Member) {} }

@Suite("Remedies for loops that injecting does not break")
struct InjectingOrderTests {
  private let container = Container()

  /// Expects the same remedy from a resolve and from the graph report.
  private func expectRemedy<Product>(_ remedy: String, _ path: String, for type: Product.Type, _ call: Call) async {
    let error = await call.expectResolveThrows(type, in: container, .circularDependency)
    #expect(error?.outline == "circularDependency: \(path)" && error?.remedy == "break the loop: \(remedy).")
    let report = container.graphReport()
    #expect(report.findings.map(\.rule) == [.cycle])
    #expect("\(report)".contains("Remedy: \(remedy)."))
  }

  @Test(arguments: Call.allCases)
  func `the remedy for a loop through injecting is a Lazy at the path's last parameter`(call: Call) async throws {
    try container.register(initializer: Elder.init)
    try container.register(initializer: Middle.init)
    try container.register(initializer: Child.init).injecting(\.elder)
    await expectRemedy(
      "have the initializer of Elder take a `Lazy<Middle>`", "Middle → Child → Elder → Middle", for: Middle.self, call)
    let elder = try await call.resolve(Elder.self, in: container)
    #expect(elder.middle.child.elder === elder)
  }

  @Test(arguments: Call.allCases)
  func `the remedy for a loop writes any, array and optional types as in source code`(call: Call) async throws {
    try container.register((any Kid).self, initializer: Boy.init).asTransient()
    try container.register(initializer: Family<any Kid>.init).asTransient()
    try container.register(initializer: Family<[any Kid]>.init).asTransient()
    try container.register(initializer: Family<Boy?>.init).asTransient()
    try container.register(initializer: Boy.init).asTransient().injecting(\.couple)
    await expectRemedy(
      "have the initializer of Family<Boy?> take a `Lazy<Boy?>`",
      "Family<Boy?> → Boy → Family<Boy?>",
      for: Family<Boy?>.self, call)
    try container.register(initializer: Boy.init).asTransient().injecting(\.family).implements((any Kid).self)
    await expectRemedy(
      "have the initializer of Family<Kid> take a `Lazy<any Kid>`", "Family<Kid> → Boy → Family<Kid>",
      for: Family<any Kid>.self, call)
    container.unregister((any Kid).self)
    try container.register(initializer: Boy.init).asTransient().injecting(\.crowd).implements((any Kid).self)
    await expectRemedy(
      "have the initializer of Family<[Kid]> take a `Lazy<[any Kid]>`",
      "Family<[Kid]> → Boy → Family<[Kid]>", for: Family<[any Kid]>.self, call)
  }

  @Test(arguments: Call.allCases)
  func `the remedy for a loop without a parameter is a Lazy in a property`(call: Call) async throws {
    try container.register(initializer: { @Sendable () in Host() }).asTransient()
    try container.register(initializer: Child.init).asTransient().injecting(\.host)
    await expectRemedy("have the property of Child hold a `Lazy<Host>`", "Host → Child → Host", for: Host.self, call)
  }
}

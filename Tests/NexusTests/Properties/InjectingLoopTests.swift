import AstrojectTesting
import Nexus
import Testing

private final class One {
  var two: Two?
}
private final class Two {
  var one: One?
}
private final class Wrap<Inner> {
  let inner: Inner
  init(_ inner: Inner) { self.inner = inner }
}

@Suite("A transient product and a shared one that get each other by `injecting`")
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

  @Test(
    "are resolved from whatever depth, as the shared one answers when it is asked for again", arguments: Way.allCases)
  func depthMakesNoDifference(way: Way) async throws {
    let container = try container()
    expectValidGraph(container)
    #expect(try await way.resolve(One.self, in: container).two?.one != nil)
    #expect(try await way.resolve(Wrap<One>.self, in: container).inner.two?.one != nil)
    #expect(try await way.resolve(Wrap<Wrap<One>>.self, in: container).inner.inner.two?.one != nil)
    #expect(try await way.resolve(Wrap<Wrap<Wrap<One>>>.self, in: container).inner.inner.inner.two?.one != nil)
    #expect(try await way.resolve(Wrap<Wrap<Wrap<Wrap<One>>>>.self, in: container).inner.inner.inner.inner.two != nil)
  }

  @Test("are a loop where neither is shared", arguments: Way.allCases)
  func transientsAreALoop(way: Way) async throws {
    let container = try container()
    try container.register(initializer: Two.init).asTransient().injecting(\.one)
    await way.expectResolveThrows(One.self, in: container)
    #expect(throws: GraphError.self) { try container.validate() }
  }
}

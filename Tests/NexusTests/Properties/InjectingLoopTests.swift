import AstrojectTesting
import Nexus
import TestSupport
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
    "are resolved from whatever depth, as the shared one answers when it is asked for again", arguments: Call.allCases)
  func depthMakesNoDifference(call: Call) async throws {
    let container = try container()
    expectValidGraph(container)
    #expect(try await call.resolve(One.self, in: container).two?.one != nil)
    #expect(try await call.resolve(Wrap<One>.self, in: container).inner.two?.one != nil)
    #expect(try await call.resolve(Wrap<Wrap<One>>.self, in: container).inner.inner.two?.one != nil)
    #expect(try await call.resolve(Wrap<Wrap<Wrap<One>>>.self, in: container).inner.inner.inner.two?.one != nil)
    #expect(try await call.resolve(Wrap<Wrap<Wrap<Wrap<One>>>>.self, in: container).inner.inner.inner.inner.two != nil)
  }

  @Test("are a loop where neither is shared", arguments: Call.allCases)
  func transientsAreALoop(call: Call) async throws {
    let container = try container()
    try container.register(initializer: Two.init).asTransient().injecting(\.one)
    await call.expectResolveThrows(One.self, in: container)
    #expect(throws: GraphError.self) { try container.validate() }
  }
}

private final class Parent {
  let child: Child
  init(child: Child) { self.child = child }
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
  var parent: Parent?
  var elder: Elder?
  var host: Host?
}
private final class Host {
  @Inject var child: Child
}
private protocol Kid: AnyObject {}
private final class Boy: Kid {
  var family: Family<any Kid>?
  var crowd: Family<[any Kid]>?
  var couple: Family<Boy?>?
}
private final class Family<Member> {
  let member: Member
  init(member: Member) { self.member = member }
}

@Suite("Of two objects of which one takes the other, and is set in it by `injecting`, the first one asked for")
struct InjectingOrderTests {
  private let container = Container()

  /// Resolving and validating say the same.
  private func expectRemedy<Product>(_ remedy: String, _ path: String, for type: Product.Type, _ call: Call) async {
    let error = await call.expectResolveThrows(type, in: container, .circularDependency)
    #expect(error?.outline == "circularDependency: \(path)")
    #expect(error?.remedy == "break the loop: \(remedy).")
    let report = container.graphReport()
    #expect(report.findings.map(\.rule) == [.cycle])
    #expect("\(report)".contains("Remedy: \(remedy)."))
  }

  @Test("has to be the one with the property", arguments: Call.allCases)
  func propertyFirst(call: Call) async throws {
    try container.register(initializer: Parent.init)
    try container.register(initializer: Child.init).injecting(\.parent)
    let child = try await call.resolve(Child.self, in: container)
    #expect(child.parent?.child === child)
  }

  @Test("or else a loop is told, with the parameter that can be lazy", arguments: Call.allCases, Span.sharing)
  func initializerFirst(call: Call, span: Span) async throws {
    span.apply(to: try container.register(initializer: Parent.init))
    span.apply(to: try container.register(initializer: Child.init).injecting(\.parent))
    await expectRemedy(
      "have the initializer of Parent take a `Lazy<Child>`", "Parent → Child → Parent", for: Parent.self, call)
  }

  @Test("or else a loop is told, with the last of several parameters", arguments: Call.allCases)
  func chain(call: Call) async throws {
    try container.register(initializer: Elder.init)
    try container.register(initializer: Middle.init)
    try container.register(initializer: Child.init).injecting(\.elder)
    await expectRemedy(
      "have the initializer of Middle take a `Lazy<Child>`", "Elder → Middle → Child → Elder", for: Elder.self, call)
  }

  @Test(arguments: Call.allCases)
  func `or else a loop is told, with a protocol, a collection and an optional as they are written`(
    call: Call
  ) async throws {
    try container.register((any Kid).self, initializer: Boy.init)
    try container.register(initializer: Family<any Kid>.init)
    try container.register(initializer: Family<[any Kid]>.init)
    try container.register(initializer: Family<Boy?>.init)
    try container.register(initializer: Boy.init).injecting(\.couple)
    await expectRemedy(
      "have the initializer of Family<Optional<Boy>> take a `Lazy<Boy?>`",
      "Family<Optional<Boy>> → Boy → Family<Optional<Boy>>",
      for: Family<Boy?>.self, call)
    try container.register(initializer: Boy.init).injecting(\.family).implements((any Kid).self)
    await expectRemedy(
      "have the initializer of Family<Kid> take a `Lazy<any Kid>`", "Family<Kid> → Boy → Family<Kid>",
      for: Family<any Kid>.self, call)
    container.unregister((any Kid).self)
    try container.register(initializer: Boy.init).injecting(\.crowd).implements((any Kid).self)
    await expectRemedy(
      "have the initializer of Family<Array<Kid>> take a `Lazy<[any Kid]>`",
      "Family<Array<Kid>> → Boy → Family<Array<Kid>>", for: Family<[any Kid]>.self, call)
  }

  @Test("or else a loop is told, with a property where there is no parameter", arguments: Call.allCases)
  func property(call: Call) async throws {
    try container.register(initializer: { @Sendable () in Host() })
    try container.register(initializer: Child.init).injecting(\.host)
    await expectRemedy("have the property of Child hold a `Lazy<Host>`", "Host → Child → Host", for: Host.self, call)
  }
}

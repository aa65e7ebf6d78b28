import TestSupport
import Testing

struct GraphEdgeTests {
  private let container = Container()

  @Test func `each parameter has an edge with its kind and with a position that starts at 1`() throws {
    try container.wire(Cast.B.self)
    try container.register(
      initializer: {
        @Sendable
        (
          _: Cast.B, _: Cast.B?, _: Cast.C?, _: Lazy<Cast.B>, _: Provider<Cast.B>, _: [Cast.B], _: [Cast.C], _: Int,
          _: Int, _: Int, _: Resolver, _: Container
        ) in Cast.A()
      },
      with: .auto, .auto, .auto, .auto, .auto, .auto, .auto, .argument, .value(1), .resolving { @Sendable _ in 1 },
      .auto, .auto)
    container.expectEdges(
      "A → B required, parameter 1", "A → B optional, parameter 2", "A → nothing optional, parameter 3",
      "A → B lazy, parameter 4", "A → B provider, parameter 5", "A → B collection, parameter 6",
      "A → nothing collection, parameter 7", "A → nothing argument, parameter 8", "A → nothing value, parameter 9",
      "A → nothing closure, parameter 10", "A → nothing resolver, parameter 11",
      "A → nothing container, parameter 12")
    #expect(
      container.graph.edges.map(\.need.shortened) == [
        "B", "B", "C", "B", "B", "B", "C", "Int", "Int", "Int", "Resolver", "Container",
      ])
    #expect(container.graph.edges.filter(\.isMissing).isEmpty)
  }

  @Test func `an unregistered dependency is missing unless it is optional or a collection`() throws {
    try container.wire(
      Cast.A.self, Cast.B.self, Lazy<Cast.B>.self, Provider<Cast.B>.self, Cast.B?.self, [Cast.B].self,
      Lazy<Cast.B?>.self, Lazy<[Cast.B]>.self)
    container.expectEdges(
      "A → missing B required, parameter 1", "A → missing B lazy, parameter 2", "A → missing B provider, parameter 3",
      "A → nothing optional, parameter 4", "A → nothing collection, parameter 5", "A → nothing lazy, parameter 6",
      "A → nothing lazy, parameter 7")
  }

  @Test func `nested derived forms have an edge to the registration of the innermost type`() throws {
    try container.wire(Cast.B.self)
    try container.wire(
      Cast.A.self, Lazy<[Cast.B]>.self, Provider<Lazy<Cast.B>>.self, [Cast.B]?.self, Lazy<Cast.B?>.self,
      Cast.B??.self, Lazy<Cast.B>?.self, Provider<[Cast.B]?>.self)
    container.expectEdges(
      "A → B lazy, parameter 1", "A → B provider, parameter 2", "A → B optional, parameter 3",
      "A → B lazy, parameter 4", "A → B optional, parameter 5", "A → B optional, parameter 6",
      "A → B provider, parameter 7")
  }

  @Test func `an edge leads to an exact registration of a derived form rather than to its content`() throws {
    try container.wire(Cast.B.self)
    try container.register(Cast.B?.self) { nil }.dependsOnNothing()
    try container.register([Cast.B].self) { [] }.dependsOnNothing()
    try container.register(Lazy<Cast.B>.self) { Lazy(Cast.B()) }.dependsOnNothing()
    try container.wire(Cast.A.self, Cast.B?.self, [Cast.B].self, Lazy<Cast.B>.self, Provider<Cast.B?>.self)
    #expect(
      container.graph.edges.compactMap { $0.to?.shortened } == [
        "\(TypeNames.qualified(Cast.B?.self))", TypeNames.qualified([Cast.B].self),
        TypeNames.qualified(Lazy<Cast.B>.self), TypeNames.qualified(Cast.B?.self),
      ])
  }

  @Test func `a dictionary has edges to its elements, and a report lists registrations it leaves out`() throws {
    try container.register(Cast.A.self, key: 1) { Cast.A() }.dependsOnNothing()
    try container.contribute(Cast.A.self, key: 2) { Cast.A() }.dependsOnNothing()
    try container.contribute(Cast.A.self, key: 1) { Cast.A() }.dependsOnNothing()
    let named = try container.register(Cast.A.self, name: "a") { Cast.A() }.dependsOnNothing()
    try container.register(Cast.A.self) { Cast.A() }.dependsOnNothing()
    try container.wire(Cast.B.self, [Int: Cast.A].self, Lazy<[Int: Cast.A]>.self, [Bool: Cast.C].self)
    #expect(container.verdict() == [])
    let edges = container.graph.edges.filter { $0.from.hasSuffix(".B") }
    #expect(edges.map(\.kind) == [.collection, .collection, .lazy, .lazy, .collection])
    #expect(edges.count { $0.to == nil } == 1)
    let report = container.graphReport()
    #expect(report.leftOut.map(\.node.location) == [named.location])
    #expect(report.leftOut.map(\.dictionary) == ["[Int: Cast.A]"])
    #expect(
      "\(report)".contains(
        "Left out: 1 registration, whose key is not of the dictionary's key type.\n  Cast.A named \"a\", registered at \(named.location), is not in [Int: Cast.A]"
      ))
    try container.wire(Cast.C.self, [Int: String].self)
    #expect(container.verdict() == ["argument: C → [Int: String]"])
  }

  @Test func `a collection has an edge to each visible registration of its type without arguments`() throws {
    let parent = Container()
    try parent.contribute((any Cast.Face).self, initializer: Cast.C.init)
    try parent.register((any Cast.Face).self, name: "hidden", initializer: Cast.C.init)
    let container = parent.makeChild()
    try container.register((any Cast.Face).self, initializer: Cast.A.init)
    try container.register((any Cast.Face).self, name: "hidden", initializer: Cast.A.init)
    try container.wire(Cast.B.self).implements((any Cast.Face).self)
    try container.register((any Cast.Face).self, argument: Int.self) { _, _ in Cast.B() }.dependsOnNothing()
    try container.register(
      (any Cast.Face).self, key: 7, initializer: { @Sendable (_: Int) in Cast.B() }, with: .argument)
    try container.wire(Cast.D.self, [any Cast.Face].self)
    let graph = container.graph
    let elements = graph.edges.filter { $0.kind == .collection }
    #expect(elements.count == 4)
    #expect(Set(elements.map(\.position)) == [1])
    let face = TypeNames.qualified((any Cast.Face).self)
    #expect(
      elements.compactMap { $0.to?.shortened } == [face + " #2", "\(face) named \"hidden\" #2", face + " #3", face])
  }

  @Test func `an edge names its property, whether injected or filled after initialization`() throws {
    try container.wire(Cast.B.self)
    try container.wire(Cast.C.self, name: "red")
    try container.register(Kitchen.self, initializer: { @Sendable (_: Cast.B) in Kitchen() })
      .injecting(\.fruit).injecting(\.wine, name: "red").injecting(\.glass).injecting(\.cup).injecting(\.shelf.cup)
    #expect(
      container.graph.outline.map(\.withoutSuites) == [
        "Kitchen → B required, parameter 1", "Kitchen → B required, property plate",
        "Kitchen → B lazy, property bowl", "Kitchen → nothing collection, property spoons",
        "Kitchen → B required, property fruit", "Kitchen → C named \"red\" required, property wine",
        "Kitchen → missing D required, property glass", "Kitchen → B required, property cup",
        "Kitchen → B required, property shelf.cup",
      ])
  }

  @Test func `a named or keyed parameter has an edge to the registration under that name or key`() throws {
    try container.wire(Cast.B.self)
    try container.wire(Cast.B.self, name: "red")
    try container.register(Cast.B.self, key: 42) { Cast.B() }.dependsOnNothing()
    try container.register(
      initializer: { @Sendable (_: Cast.B, _: Cast.B, _: Lazy<Cast.B>, _: Cast.B) in Cast.A() },
      with: .named("red"), .keyed(42), .named("red"), .named("blue"))
    container.expectEdges(
      "A → B named \"red\" required, parameter 1", "A → B keyed 42 required, parameter 2",
      "A → B named \"red\" lazy, parameter 3", "A → missing B named \"blue\" required, parameter 4")
  }

  @Test func `each forwarding of a registration has an edge to that registration`() throws {
    try container.wire(Cast.A.self, name: "x").implements((any Cast.Face).self).implements((any Cast.Mask).self)
    #expect(container.graph.edges.map(\.kind) == [.forwarded, .forwarded])
    #expect(container.graph.edges.map(\.site) == [.forwarding, .forwarding])
    #expect(container.graph.edges.map(\.to) == Array(repeating: "AstrojectGraphTests.Cast.A named \"x\"", count: 2))
    #expect(container.graph.edges.map(\.need.shortened) == ["A named \"x\"", "A named \"x\""])
    #expect(container.graph.edges.allSatisfy { $0.position == nil && $0.property == nil })
  }

  @Test func `a dependency is looked up in the container that its registration's scope determines`() throws {
    let parent = Container()
    try parent.wire(Cast.B.self)
    for scope in ScopeCase.allCases {
      scope.apply(to: try parent.wire(Cast.A.self, Cast.B.self, name: "\(scope)"))
    }
    let request = try parent.makeChild(named: "request") { try $0.wire(Cast.B.self) }
    let child = try request.makeChild(named: "child") { try $0.wire(Cast.B.self) }
    let graph = child.graph
    let lookups = graph.edges.map { edge in
      let name = edge.from.split(separator: "\"")[1]
      return "\(name): \(edge.container), \(edge.to.flatMap(graph.node)?.container ?? -1)"
    }
    #expect(
      lookups == [
        "unsaid: 0, 0", "graph: 0, 0", "transient: 0, 0", "singleton: 2, 2", "disposable: 2, 2", "weak: 2, 2",
        "scoped: 0, 0", "named: 1, 1", "shared: 2, 2", "perContainer: 0, 0",
      ])
  }

  @Test func `a registration that is built for several containers has an edge for each of them`() throws {
    let parent = try Container { try $0.wire("C", "B → C", "A → B: singleton") }
    let child = try parent.makeChild { try $0.wire(Cast.C.self) }
    #expect(
      child.graph.outline == [
        "B → C #2 required, parameter 1", "B → C required, parameter 1, in 1", "A → B required, parameter 1, in 1",
      ])
  }

  @Test func `a dependency is missing only if neither the container nor its fallback has it, which is asked for none`()
    throws
  {
    let container = Container(fallback: Old(types: [Cast.B.self]))
    try container.wire(
      Cast.A.self, Cast.B.self, Cast.B?.self, Lazy<Cast.B>.self, Provider<Cast.B>.self, Lazy<Cast.B?>.self,
      Cast.C.self, Cast.C?.self)
    container.expectEdges(
      "A → nothing required, parameter 1", "A → nothing optional, parameter 2", "A → nothing lazy, parameter 3",
      "A → nothing provider, parameter 4", "A → nothing lazy, parameter 5", "A → missing C required, parameter 6",
      "A → nothing optional, parameter 7")
    let child = try container.makeChild { try $0.wire(Cast.D.self, Cast.B.self) }
    #expect(child.verdict() == ["missing-dependency: A → C"])
  }

  @Test func `a derived form comes from the fallback only if its content is not registered`() throws {
    let container = Container(fallback: Old(types: [Lazy<Cast.B>.self, [Cast.B].self]))
    try container.wire(Cast.A.self, Lazy<Cast.B>.self, Lazy<Cast.B>?.self, [Cast.B].self)
    container.expectEdges(
      "A → nothing lazy, parameter 1", "A → nothing optional, parameter 2", "A → nothing collection, parameter 3")
    #expect(container.verdict() == [])
    try container.wire(Cast.B.self)
    container.expectEdges("A → B lazy, parameter 1", "A → B optional, parameter 2", "A → B collection, parameter 3")
  }

  @Test func `edges follow the order of the nodes, then parameters, properties and declarations`() throws {
    try container.wire(Cast.A.self, Cast.C.self, Cast.B.self).injecting(\.extra).depends(on: Cast.D.self)
    try container.wire(Cast.B.self, Cast.A?.self)
    container.expectEdges(
      "A → missing C required, parameter 1", "A → B required, parameter 2", "A → missing E required, property ?",
      "A → missing D required, declared", "B → A optional, parameter 1")
  }

  @Test func `a graph finds nodes by identity, and edges by the identity of either end`() throws {
    try container.wire("A → B", "B")
    let graph = container.graph
    #expect(graph.edges(from: "AstrojectGraphTests.Cast.A") == graph.edges)
    #expect(graph.edges(to: "AstrojectGraphTests.Cast.B") == graph.edges)
    #expect(graph.edges(from: "AstrojectGraphTests.Cast.B").isEmpty)
    #expect(graph.node("AstrojectGraphTests.Cast.B")?.key == "Cast.B")
    #expect(graph.node("Cast.B") == nil)
  }

  /// A fallback that has some types without a name.
  private struct Old: Resolving {
    let types: [Any.Type]
    func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product {
      Issue.record("the fallback was asked to resolve \(type)")
      throw Objection()
    }
    func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
      name == nil && types.contains { $0 == type }
    }
  }

  private final class Kitchen {
    @Inject var plate: Cast.B
    @Inject private var bowl: Lazy<Cast.B>
    @Inject var spoons: [Cast.E]
    var fruit: Cast.B?
    var wine: Cast.C?
    var glass: Cast.D?
    var cup: Cast.B?
    struct Shelf { var cup: Cast.B? }
    var shelf = Shelf()
  }
}

/// The names of types in identities.
enum TypeNames { static func qualified<Product>(_ type: Product.Type) -> String { TypeName(type).qualified.shortened } }

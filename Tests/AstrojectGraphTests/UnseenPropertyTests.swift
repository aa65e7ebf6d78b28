import TestSupport
import Testing

private final class Wine: Sendable {}
private protocol Cellar {}
private final class RedCellar: Cellar { @Inject(name: "red") var wine: Wine }
private final class PlainCellar { @Inject var wine: Wine }
private final class FullCellar { @Inject var wines: [Wine] }
private final class FormCellar {
  @Inject var one: Wine?
  @Inject var lazy: Lazy<Wine>
  @Inject var provider: Provider<Wine>
}
private protocol Barn {}
private final class EmptyBarn: Barn {}
private protocol Attic {}
private struct OldAttic<Item>: Attic {}

// Not private, because the runtime does not find private protocols by their names.
protocol Station<Item> { associatedtype Item }
protocol Mast {}
protocol Kiosk {}
class Tower { init() {} }
private final class Radio: Tower, Station, Mast {
  typealias Item = Int
  @Inject var wine: Wine
}
private final class Stand: Mast, Kiosk {}

/// A registration whose type does not show the injected property of its object.
private struct Masked: Sendable {
  let register: @Sendable (Container) throws -> Void

  static let all = [
    Masked { try $0.register((any Station<Int>).self) { Radio() } },
    Masked { try $0.register((any Station<Int>).self, initializer: Radio.init) },
    Masked { try $0.register((any Station<Int> & Mast).self, initializer: Radio.init) },
    Masked { try $0.register((any Station & Mast).self, initializer: Radio.init) },
    Masked { try $0.register((any Tower & Mast).self, initializer: Radio.init) },
    Masked { try $0.register((any Mast)?.self) { Radio() } },
  ]
}

@Suite("Injected properties before an object is built")
struct UnseenPropertyTests {
  private let container = Container()

  /// True if the last registration is opaque.
  private var isOpaque: Bool? { container.graph.nodes.last?.isOpaque }

  @Test(arguments: Call.allCases)
  func `injected properties have edges before a resolve if their type has no name or key`(call: Call) async throws {
    try container.register(initializer: Wine.init)
    try container.register(initializer: PlainCellar.init)
    try container.register(initializer: FormCellar.init)
    let graph = container.graph
    #expect(graph.nodes.map(\.isOpaque) == [false, false, false])
    #expect(
      graph.outline.filter { $0.contains("property") } == [
        "PlainCellar → Wine required, property wine", "FormCellar → Wine optional, property one",
        "FormCellar → Wine lazy, property lazy", "FormCellar → Wine provider, property provider",
      ])
    _ = try await call.resolve(PlainCellar.self, in: container)
    #expect(container.graph == graph)
    expectValidGraph(container)
  }

  @Test(arguments: Call.allCases, [false, true])
  func `an injected property makes its registration opaque if its type is registered under a name`(
    call: Call, isPlainThere: Bool
  ) async throws {
    if isPlainThere { try container.register(initializer: Wine.init) }
    try container.register(name: "red", initializer: Wine.init)
    try container.register(initializer: RedCellar.init)
    for _ in 1...2 {
      #expect(isOpaque == true)
      #expect(container.graph.edges.isEmpty)
      #expect(container.verdict() == [])
      _ = try await call.resolve(RedCellar.self, in: container)
    }
    #expect(container.graphReport().opaque.count == 1)
  }

  @Test(arguments: Masked.all)
  fileprivate func `an injected property may be behind each type of protocols`(masked: Masked) throws {
    try masked.register(container)
    #expect(isOpaque == true)
    try container.register((any Mast & Kiosk).self, initializer: Stand.init)
    #expect(isOpaque == false)
  }

  @Test func `the metatype of a constrained protocol hides no property, and its name is not asked for`() throws {
    try container.register((any Station<Int>.Type).self) { Radio.self }
    try container.validate(maxOpaque: 0)
  }

  @Test func `a key in a parent or a named derived form makes a registration with properties opaque`() throws {
    try container.register(key: 7, initializer: Wine.init)
    let child = try container.makeChild { try $0.register(initializer: FormCellar.init) }
    #expect(child.graph.nodes.first { $0.key.hasSuffix("FormCellar") }?.isOpaque == true)
    let other = try Container {
      try $0.register(initializer: Wine.init)
      try $0.register(Lazy<Wine>.self, name: "later") { Lazy(Wine()) }
      try $0.register(initializer: FormCellar.init)
    }
    #expect(other.graph.nodes.last?.isOpaque == true)
    #expect(other.graph.edges.map(\.property) == ["one", "provider"])
  }

  @Test func `a registration with a named injected property is not opaque if it declares the name`() throws {
    try container.register(name: "red", initializer: Wine.init)
    try container.register(initializer: RedCellar.init).depends(on: Wine.self, name: "red")
    #expect(isOpaque == false)
    #expect(container.graph.outline == ["RedCellar → Wine named \"red\" required, property ?"])
    try container.register(initializer: RedCellar.init).depends(on: Wine.self, name: "white")
    #expect(container.verdict() == ["missing-dependency: RedCellar → Wine named \"white\""])
  }

  @Test(arguments: Call.allCases)
  func `a protocol registration is opaque if a conforming type has named injected properties`(call: Call) async throws {
    try container.register(name: "red", initializer: Wine.init)
    try container.register((any Cellar).self, initializer: RedCellar.init)
    for _ in 1...2 {
      #expect(isOpaque == true)
      #expect(container.graph.edges.isEmpty)
      _ = try await call.resolve((any Cellar).self, in: container)
    }
    try container.register((any Cellar).self, initializer: RedCellar.init).depends(on: Wine.self, name: "red")
    #expect(isOpaque == false)
  }

  @Test func `a protocol registration is not opaque if the conforming types have no injected properties`() throws {
    try container.register((any Barn).self, initializer: EmptyBarn.init)
    #expect(isOpaque == false)
    try container.register((any Attic).self, initializer: OldAttic<Int>.init)
    #expect(isOpaque == false)
  }

  @Test func `an injected collection has edges, because a collection has no name`() throws {
    try container.register(name: "red", initializer: Wine.init)
    try container.register(name: "white", initializer: Wine.init)
    try container.register(initializer: FullCellar.init)
    #expect(isOpaque == false)
    #expect(container.graph.edges.map(\.kind) == [.collection, .collection])
  }

  @Test func `an injected property is opaque if there is a fallback, which may know it under a name`() throws {
    let container = Container(fallback: Container())
    try container.register(initializer: PlainCellar.init).asSingleton()
    try container.register(initializer: FormCellar.init)
    for isPlainThere in [false, true] {
      if isPlainThere { try container.register(initializer: Wine.init).asScoped() }
      try container.validate(hints: true)
      #expect(container.graph.nodes.map(\.isOpaque) == [true, true] + (isPlainThere ? [false] : []))
      #expect(container.graph.edges.isEmpty)
    }
  }
}

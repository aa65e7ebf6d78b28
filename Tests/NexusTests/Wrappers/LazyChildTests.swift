import Nexus
import AstrojectTesting
import Testing

@Suite("A lazy or provider in a child container")
struct LazyChildTests {
  private final class Fruit {
    let color: String
    init(color: String) { self.color = color }
  }
  private final class Owner {
    let fruit: Both<Fruit>
    init(_ fruit: Both<Fruit>) { self.fruit = fruit }
  }

  /// A parent that has everything, and a child that has a fruit of its own.
  private static func make(_ span: Span) throws -> (parent: Container, child: Container) {
    let parent = Container()
    try parent.register(Fruit.self) { Fruit(color: "parent's") }
    try parent.register(initializer: Both<Fruit>.init)
    span.apply(to: try parent.register(initializer: Owner.init))
    return (parent, try parent.makeChild { try $0.register(Fruit.self) { Fruit(color: "child's") } })
  }

  @Test(
    "sees what the child overrides, where the owner takes its dependencies through the child",
    arguments: [Span.transient, .graph, .container], Deferral.allCases)
  func override(span: Span, deferral: Deferral) async throws {
    for way in Way.allCases {
      let (parent, child) = try LazyChildTests.make(span)
      let owner = try await way.resolve(Owner.self, in: child)
      #expect(try await owner.fruit.get(deferral, way).color == "child's", "\(way)")
      let other = try await way.resolve(Owner.self, in: parent)
      #expect(try await other.fruit.get(deferral, way).color == "parent's", "\(way)")
    }
  }

  @Test(
    "takes the parent's, where the owner belongs to the parent",
    arguments: [Span.singleton, .disposable, .weak], Deferral.allCases)
  func captive(span: Span, deferral: Deferral) async throws {
    for way in Way.allCases {
      let (parent, child) = try LazyChildTests.make(span)
      let owner = try await way.resolve(Owner.self, in: child)
      #expect(try await owner.fruit.get(deferral, way).color == "parent's", "\(way)")
      #expect(try await way.resolve(Owner.self, in: parent) === owner, "\(way)")
    }
  }

  @Test("resolved directly, it is the child's", arguments: Way.allCases)
  func direct(way: Way) async throws {
    let (parent, child) = try LazyChildTests.make(.graph)
    #expect(try await way.value(of: way.resolve(Lazy<Fruit>.self, in: child)).color == "child's")
    #expect(try await way.get(from: way.resolve(Provider<Fruit>.self, in: child)).color == "child's")
    #expect(try await way.value(of: way.resolve(Lazy<Fruit>.self, in: parent)).color == "parent's")
  }

  @Test("sees what is registered in the child after its owner was made", arguments: Way.allCases)
  func late(way: Way) async throws {
    let (_, child) = try LazyChildTests.make(.graph)
    let owner = try await way.resolve(Owner.self, in: child)
    try child.register(Fruit.self) { Fruit(color: "new") }
    for deferral in Deferral.allCases { #expect(try await owner.fruit.get(deferral, way).color == "new") }
  }

  @Test("does not keep the child, and throws when that is gone", arguments: Way.allCases, Deferral.allCases)
  func gone(way: Way, deferral: Deferral) async throws {
    let parent = try LazyChildTests.make(.transient).parent
    var child: Container? = try parent.makeChild { try $0.register(Fruit.self) { Fruit(color: "child's") } }
    let owner = try await way.resolve(Owner.self, in: try #require(child))
    let glimpse = Glimpse(try #require(child))
    child = nil
    #expect(glimpse.isGone)
    let error = await way.error { try await owner.fruit.get(deferral, $0) }
    #expect(error?.kind == .containerReleased)
  }

  @Test("of a parent's singleton goes on when the child that asked for it is gone", arguments: Way.allCases)
  func survivor(way: Way) async throws {
    let parent = try LazyChildTests.make(.singleton).parent
    var child: Container? = parent.makeChild()
    let owner = try await way.resolve(Owner.self, in: try #require(child))
    child = nil
    for deferral in Deferral.allCases {
      #expect(try await owner.fruit.get(deferral, way).color == "parent's")
    }
  }

  @Test("cannot be used when the work in the child has ended", arguments: Way.allCases, Deferral.allCases)
  func ended(way: Way, deferral: Deferral) async throws {
    let parent = try LazyChildTests.make(.transient).parent
    var owner: Owner?
    try await parent.withChild(named: "request") { child in
      owner = try await way.resolve(Owner.self, in: child)
      if way == .awaiting { _ = try await owner?.fruit.get(.provider, way) }
    }
    let error = await way.error { try await #require(owner).fruit.get(deferral, $0) }
    #expect(error?.kind == .containerReleased)
    #expect(error?.headline.hasSuffix("was asked of the child \"request\", whose work has ended.") == true)
  }
}

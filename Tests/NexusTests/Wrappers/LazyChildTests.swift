import Nexus
import AstrojectTesting
import TestSupport
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
    arguments: [Span.transient, .graph, .scoped], Deferral.allCases)
  func override(span: Span, deferral: Deferral) async throws {
    for call in Call.allCases {
      let (parent, child) = try LazyChildTests.make(span)
      let owner = try await call.resolve(Owner.self, in: child)
      #expect(try await owner.fruit.get(deferral, call).color == "child's", "\(call)")
      let other = try await call.resolve(Owner.self, in: parent)
      #expect(try await other.fruit.get(deferral, call).color == "parent's", "\(call)")
    }
  }

  @Test(
    "takes the parent's, where the owner belongs to the parent",
    arguments: [Span.singleton, .disposable, .weak], Deferral.allCases)
  func captive(span: Span, deferral: Deferral) async throws {
    for call in Call.allCases {
      let (parent, child) = try LazyChildTests.make(span)
      let owner = try await call.resolve(Owner.self, in: child)
      #expect(try await owner.fruit.get(deferral, call).color == "parent's", "\(call)")
      #expect(try await call.resolve(Owner.self, in: parent) === owner, "\(call)")
    }
  }

  @Test("resolved directly, it is the child's", arguments: Call.allCases)
  func direct(call: Call) async throws {
    let (parent, child) = try LazyChildTests.make(.graph)
    #expect(try await call.value(of: call.resolve(Lazy<Fruit>.self, in: child)).color == "child's")
    #expect(try await call.get(from: call.resolve(Provider<Fruit>.self, in: child)).color == "child's")
    #expect(try await call.value(of: call.resolve(Lazy<Fruit>.self, in: parent)).color == "parent's")
  }

  @Test("sees what is registered in the child after its owner was made", arguments: Call.allCases)
  func late(call: Call) async throws {
    let (_, child) = try LazyChildTests.make(.graph)
    let owner = try await call.resolve(Owner.self, in: child)
    try child.register(Fruit.self) { Fruit(color: "new") }
    for deferral in Deferral.allCases { #expect(try await owner.fruit.get(deferral, call).color == "new") }
  }

  @Test("does not keep the child, and throws when that is gone", arguments: Call.allCases, Deferral.allCases)
  func gone(call: Call, deferral: Deferral) async throws {
    let parent = try LazyChildTests.make(.transient).parent
    var child: Container? = try parent.makeChild { try $0.register(Fruit.self) { Fruit(color: "child's") } }
    let owner = try await call.resolve(Owner.self, in: try #require(child))
    let glimpse = Glimpse(try #require(child))
    child = nil
    #expect(glimpse.isGone)
    let error = await call.error { try await owner.fruit.get(deferral, $0) }
    #expect(error?.kind == .containerReleased)
  }

  @Test("of a parent's singleton goes on when the child that asked for it is gone", arguments: Call.allCases)
  func survivor(call: Call) async throws {
    let parent = try LazyChildTests.make(.singleton).parent
    var child: Container? = parent.makeChild()
    let owner = try await call.resolve(Owner.self, in: try #require(child))
    child = nil
    for deferral in Deferral.allCases {
      #expect(try await owner.fruit.get(deferral, call).color == "parent's")
    }
  }

  @Test("cannot be used when the work in the child has ended", arguments: Call.allCases, Deferral.allCases)
  func ended(call: Call, deferral: Deferral) async throws {
    let parent = try LazyChildTests.make(.transient).parent
    var owner: Owner?
    try await parent.withChild(named: "request") { child in
      owner = try await call.resolve(Owner.self, in: child)
      if call == .asynchronous { _ = try await owner?.fruit.get(.provider, call) }
    }
    let error = await call.error { try await #require(owner).fruit.get(deferral, $0) }
    #expect(error?.kind == .containerReleased)
    #expect(error?.headline.hasPrefix("The child \"request\" was used for ") == true)
    #expect(error?.headline.hasSuffix(" after its work had ended.") == true)
  }
}

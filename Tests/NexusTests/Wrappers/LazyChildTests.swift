import TestSupport
import Testing

struct LazyChildTests {
  private typealias Owner = Wrap<Both<Berry>>

  /// Makes a parent with all registrations, and a child that overrides the fruit.
  private static func make(_ scope: AnyScope) throws -> (parent: Container, child: Container) {
    let parent = Container()
    try parent.register(Berry.self) { Berry(color: "parent's") }
    try parent.register(initializer: Both<Berry>.init)
    scope.apply(to: try parent.register(initializer: Owner.init))
    return (parent, try parent.makeChild { try $0.register(Berry.self) { Berry(color: "child's") } })
  }

  @Test(arguments: AnyScope.builtIn, Deferral.allCases)
  func `a Lazy or Provider sees the override of the child that resolves its owner, unless that is cached for both`(
    scope: AnyScope, deferral: Deferral
  ) async throws {
    let isCachedForBoth = AnyScope.common.contains(scope)
    for call in Call.allCases {
      let (parent, child) = try LazyChildTests.make(scope)
      let owner = try await call.resolve(Owner.self, in: child)
      #expect(
        try await owner.inner.get(deferral, call).color == (isCachedForBoth ? "parent's" : "child's"), "\(call)")
      let other = try await call.resolve(Owner.self, in: parent)
      #expect(try await other.inner.get(deferral, call).color == "parent's", "\(call)")
      #expect((other === owner) == isCachedForBoth, "\(call)")
    }
  }

  @Test(arguments: Call.allCases)
  func `a Lazy or Provider resolved directly from a child gives the child's override`(call: Call) async throws {
    let (parent, child) = try LazyChildTests.make(.graph)
    #expect(try await call.value(of: call.resolve(Lazy<Berry>.self, in: child)).color == "child's")
    #expect(try await call.get(from: call.resolve(Provider<Berry>.self, in: child)).color == "child's")
    #expect(try await call.value(of: call.resolve(Lazy<Berry>.self, in: parent)).color == "parent's")
  }

  @Test(arguments: Call.allCases)
  func `a Lazy or Provider of a parent's singleton outlives the child that resolved it`(call: Call) async throws {
    let parent = try LazyChildTests.make(.singleton).parent
    var child: Container? = parent.makeChild()
    let owner = try await call.resolve(Owner.self, in: try #require(child))
    child = nil
    for deferral in Deferral.allCases { #expect(try await owner.inner.get(deferral, call).color == "parent's") }
  }

  @Test(arguments: Call.allCases, Deferral.allCases)
  func `a Lazy or Provider of a child throws after withChild ends`(call: Call, deferral: Deferral) async throws {
    let parent = try LazyChildTests.make(.transient).parent
    var owner: Owner?
    try await parent.withChild(named: "request") { child in
      owner = try await call.resolve(Owner.self, in: child)
      if call == .asynchronous { _ = try await owner?.inner.get(.provider, call) }
    }
    let error = await call.expectError(.containerReleased) { try await #require(owner).inner.get(deferral, $0) }
    #expect(error?.headline.hasPrefix("The child \"request\" was used for ") == true)
    #expect(error?.headline.hasSuffix(" after its work had ended.") == true)
  }
}

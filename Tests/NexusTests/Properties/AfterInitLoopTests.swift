import TestSupport
import Testing

private final class Parent: Sendable { init(child: Child) {} }
private final class Child: @unchecked Sendable { var parent: Parent? }
private final class Middle: Sendable { init(child: Child) {} }
private final class Elder: Sendable { init(middle: Middle) {} }
private struct Leaf: Sendable {}
private struct Branch: Sendable { let leaf: Leaf }

struct AfterInitLoopTests {
  private let container = Container()
  private let injecting = "set the property of Child by `.injecting(\\.…)` instead of in its `afterInit`"

  @Test(arguments: Call.allCases, [AnyScope.graph, .singleton, .disposable, .scoped])
  private func `the remedy for a loop through an afterInit is injecting`(call: Call, scope: AnyScope) async throws {
    scope.apply(to: try container.register(initializer: Parent.init))
    let child = scope.apply(to: try container.register(initializer: Child.init))
    switch call {
    case .synchronous:
      child.afterInit { resolver, child in
        let parent: Parent = try resolver.resolve()
        child.parent = parent
      }
    case .asynchronous:
      child.afterInit { resolver, child in
        let parent: Parent = try await resolver.resolve()
        child.parent = parent
      }
    }
    let error = await call.expectResolveThrows(Parent.self, in: container, .circularDependency)
    #expect(error?.route == ["Parent", "Child", "Parent"] && error?.remedy == "break the loop: \(injecting).")
  }

  @Test(arguments: Call.allCases)
  func `a longer loop through an afterInit needs a Lazy, whichever object is resolved first`(call: Call) async throws {
    try container.register(initializer: Elder.init).asSingleton()
    try container.register(initializer: Middle.init).asSingleton()
    try container.register(initializer: Child.init).asSingleton().afterInit { resolver, _ in
      _ = try resolver.resolve(Elder.self)
    }
    let lazy =
      "have the property of Child hold a `Lazy<Elder>`, and set it by `.injecting(\\.…)` instead of in its `afterInit`"
    for error in [
      await call.expectResolveThrows(Elder.self, in: container, .circularDependency),
      await call.expectResolveThrows(Middle.self, in: container, .circularDependency),
    ] {
      #expect(error?.remedy == "break the loop: \(lazy).")
    }
  }

  @Test(arguments: Call.allCases)
  func `a struct with an afterInit on a loop needs a Lazy`(call: Call) async throws {
    try container.register(initializer: Branch.init).asSingleton()
    try container.register(initializer: Leaf.init).asSingleton().afterInit { resolver, _ in
      _ = try resolver.resolve(Branch.self)
    }
    let error = await call.expectResolveThrows(Branch.self, in: container, .circularDependency)
    #expect(error?.remedy?.hasPrefix("break the loop: have the property of Leaf hold a `Lazy<Branch>`") == true)
  }

  @Test(arguments: Call.allCases)
  func `an afterInit above a loop is not blamed for it`(call: Call) async throws {
    try container.register(initializer: { @Sendable (_: Middle) in Parent(child: Child()) })
    try container.register(initializer: { @Sendable (_: Parent) in Middle(child: Child()) })
    try container.register(initializer: Child.init).afterInit { resolver, _ in _ = try resolver.resolve(Parent.self) }
    let error = await call.expectResolveThrows(Child.self, in: container, .circularDependency)
    #expect(error?.remedy == "break the loop: have the initializer of Middle take a `Lazy<Parent>`.")
  }

  @Test(arguments: Call.allCases)
  func `an afterInit that resolves through a captured container gets the same remedy`(call: Call) async throws {
    try container.register(initializer: Parent.init).asSingleton()
    try container.register(initializer: Child.init).asSingleton().afterInit { [unowned container] _, child in
      child.parent = try synchronously { try container.resolve(Parent.self) }
    }
    let error = await call.expectResolveThrows(Parent.self, in: container, .circularDependency)
    #expect(error?.remedy == "break the loop: \(injecting).")
  }
}

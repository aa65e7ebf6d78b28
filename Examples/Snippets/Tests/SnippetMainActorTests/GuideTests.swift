import AstrojectTesting
import Testing
import XCTest

// Uses the API in a module whose default isolation is the main actor: its types are isolated to the main actor, and the
// factories that build them are marked `@MainActor`.

private protocol Dependency: AnyObject {}
private final class ConcreteDependency: Dependency {}

private final class ViewModel {
  let dependency: any Dependency
  let text: String
  init(_ dependency: any Dependency, _ text: String = "") {
    self.dependency = dependency
    self.text = text
  }
}

private final class Parent {
  var child: Child?
}

private final class Child {
  weak var parent: Parent?
}

private struct CoreAssembly: Assembly {
  func assemble(container: Container) throws {
    try container.register(Dependency.self) { @MainActor in ConcreteDependency() }
  }
}

private struct FeatureAssembly: Assembly {
  static var requiredAssemblies: [Assembly.Type] { [CoreAssembly.self] }
  func assemble(container: Container) throws {
    try container.register(ViewModel.self) { @MainActor resolver in ViewModel(try resolver.resolve(Dependency.self)) }
  }
}

/// A container calls an `Instance` from any thread, so this type is `nonisolated`.
nonisolated private final class ExampleInstance: Instance {
  private var product: Any?
  func get(for context: Context) -> Any? { product }
  func set(_ product: Any, for context: Context) { self.product = product }
  func release(for context: Context?) {
    if context == nil { product = nil }
  }
}

nonisolated private final class CountingBehavior: Behavior {
  var resolved = 0
  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) {
    resolved += 1
  }
}

extension Registrable {
  @discardableResult
  nonisolated fileprivate func asExample() -> Self { self.as(ExampleInstance()) }
}

@Suite("In a module whose default isolation is the main actor")
struct GuideTests {
  private func filled() throws -> Container {
    try Container { container in
      try container.register(Dependency.self) { @MainActor in ConcreteDependency() }
    }
  }

  @Test func `a factory marked with MainActor is called by a synchronous resolve on the main actor`() throws {
    let container = try filled()
    try container.register(Int.self) { 42 }
    try container.register(ViewModel.self) { @MainActor resolver in ViewModel(try resolver.resolve(Dependency.self)) }
    #expect(try container.resolve(Int.self) == 42)
    #expect(try container.resolve(ViewModel.self).text.isEmpty)
    #expect(try container.resolveOptional(Parent.self) == nil)
    #expect(try container.resolve(Parent?.self) == nil)
  }

  @Test func `resolve awaits an asynchronous main-actor factory`() async throws {
    let container = try filled()
    try container.register(ViewModel.self) { @MainActor resolver in
      let dependency = try await resolver.resolve(Dependency.self)
      return ViewModel(dependency)
    }
    let model = try await container.resolve(ViewModel.self)
    #expect(model.text.isEmpty)
  }

  @Test func `off the main actor, a main-actor factory throws isolationMismatch unless it is awaited`() async throws {
    let container = try filled()
    try await Task.detached {
      func synchronously() throws { _ = try container.resolve(Dependency.self) }
      do {
        try synchronously()
        Issue.record("no error was thrown")
      } catch AstrojectError.isolationMismatch {}
      _ = try await container.resolve(Dependency.self)
    }.value
  }

  @Test func `a main-actor factory is found by arguments, a name or a key`() throws {
    let container = try filled()
    try container.register(ViewModel.self, argument: String.self) { @MainActor resolver, text in
      ViewModel(try resolver.resolve(Dependency.self), text)
    }
    try container.register(ViewModel.self, arguments: String.self, Int.self) { @MainActor resolver, text, count in
      ViewModel(try resolver.resolve(Dependency.self), String(repeating: text, count: count))
    }
    try container.register(ViewModel.self, name: "special") { @MainActor resolver in
      ViewModel(try resolver.resolve(Dependency.self), "special")
    }
    try container.register(ViewModel.self, key: 42) { @MainActor resolver in
      ViewModel(try resolver.resolve(Dependency.self), "keyed")
    }
    #expect(try container.resolve(ViewModel.self, argument: "a").text == "a")
    #expect(try container.resolve(ViewModel.self, arguments: "a", 3).text == "aaa")
    #expect(try container.resolve(ViewModel.self, name: "special").text == "special")
    #expect(try container.resolve(ViewModel.self, key: 42).text == "keyed")
  }

  @Test func `ifRegistered, contribute and isOverridable are available in a main-actor module`() throws {
    let container = try filled()
    try container.register(Dependency.self, ifRegistered: .keep) { @MainActor in ConcreteDependency() }
    try container.contribute(Dependency.self, initializer: Injection { @MainActor in ConcreteDependency() })
    try container.contribute(
      initializer: Injection { @MainActor (resolver: Resolver) in try resolver.resolve(Dependency.self) })
    #expect(try container.resolveAll(Dependency.self).count == 3)

    try container.register(Int.self, isOverridable: false) { 42 }
    do {
      try container.register(Int.self) { 99 }
      Issue.record("no error was thrown")
    } catch AstrojectError.alreadyRegistered(let type, let name) {
      #expect(type == Int.self && name == nil)
    }
  }

  @Test func `graph and transient scope build main-actor instances anew, and other scopes cache them`() throws {
    let container = Container()
    func isKept(_ change: (Registration<any Dependency>) -> Void) throws -> Bool {
      change(try container.register(Dependency.self) { @MainActor in ConcreteDependency() })
      let dependency = try container.resolve(Dependency.self)
      return try container.resolve(Dependency.self) === dependency
    }
    #expect(try !isKept { $0.asGraph() })
    #expect(try !isKept { $0.asTransient() })
    #expect(try isKept { $0.asSingleton() })
    #expect(try isKept { $0.asDisposableSingleton() })
    #expect(try isKept { $0.asWeak() })
    #expect(try isKept { $0.asScoped() })
    #expect(try isKept { $0.asExample() })
    #expect(try isKept { $0.as { ExampleInstance() } })
  }

  @Test func `main-actor hooks run when an eager instance is built and when shutdown releases it`() async throws {
    var log: [String] = []
    let container = Container()
    try container.register(Parent.self) { @MainActor in Parent() }
      .asSingleton().eager()
      .afterInit { @MainActor resolver, parent in parent.child = try resolver.resolve(Child.self) }
      .onRelease { @MainActor _ in log.append("released") }
    try container.register(Child.self) { @MainActor in Child() }
      .afterInit { @MainActor resolver, child in child.parent = try resolver.resolve(Parent.self) }
    try container.register(ConcreteDependency.self) { @MainActor in ConcreteDependency() }
      .implements(Dependency.self) { $0 }
    try await container.bootstrap()
    let parent = try await container.resolve(Parent.self)
    #expect(parent.child?.parent === parent)
    _ = try await container.resolve(Dependency.self)
    try await container.shutdown()
    #expect(log == ["released"])
  }

  @Test func `a behavior observes main-actor types, and a child container replaces their dependency`() throws {
    let container = Container()
    let behavior = CountingBehavior()
    container.add(behavior)
    try Assembler(container: container).add(assembly: FeatureAssembly()).assemble()
    _ = try container.resolve(ViewModel.self)
    #expect(behavior.resolved == 2)

    let dependency = ConcreteDependency()
    let child = try container.makeChild(named: "request") { child in
      try child.register(instance: dependency, as: Dependency.self).ownedExternally()
    }
    #expect(try child.resolve(ViewModel.self).dependency === dependency)
    #expect(try container.resolve(ViewModel.self).dependency !== dependency)
  }
}

// MARK: - AstrojectTesting

private final class MockDependency: Dependency {}

/// The traits call `make()` from any thread.
nonisolated private enum GuideContainer {
  static func make() throws -> Container {
    try Container { container in
      try container.register(Dependency.self) { @MainActor in ConcreteDependency() }.asSingleton()
      try container.register(ViewModel.self) { @MainActor resolver in
        ViewModel(try resolver.resolve(Dependency.self), "real")
      }
    }
  }
}

@Suite("AstrojectTesting in a module whose default isolation is the main actor", .container(GuideContainer.make))
struct HarnessGuideTests {
  @Test(
    .container(overriding: GuideContainer.make) { overrides in
      try overrides.replace(Dependency.self, initializer: Injection { @MainActor in MockDependency() })
      try overrides.wrap(
        initializer: Injection { @MainActor (real: ViewModel) in ViewModel(real.dependency, real.text + ", wrapped") })
      try overrides.add(initializer: Injection { @MainActor in Parent() })
    })
  func `the container trait replaces, wraps and adds registrations by main-actor factories`() throws {
    let model = try Container.current.resolve(ViewModel.self)
    #expect(model.dependency is MockDependency)
    #expect(model.text == "real, wrapped")
    #expect(try Container.current.resolve(Parent.self).child == nil)
    expectAllOverridesUsed(Container.current)
  }

  @Test(
    .overriding { overrides in
      try overrides.replace(ViewModel.self) { @MainActor resolver in
        ViewModel(try await resolver.resolve(Dependency.self), "later")
      }
    })
  func `the overriding trait replaces a factory by an asynchronous main-actor one`() async throws {
    #expect(try await Container.current.resolve(ViewModel.self).text == "later")
  }

  @Test func `a main-actor singleton is built once when four tasks resolve it at the same time`() async {
    await expectBuiltOnce(Dependency.self, in: Container.current, concurrently: 4)
  }

  @Test func `overriding and the assertions of AstrojectTesting accept main-actor types`() throws {
    let container = try Container.current.overriding { overrides in
      try overrides.replace(Dependency.self, initializer: Injection { @MainActor in MockDependency() })
    }
    let recorder = container.resolutionRecorder()
    #expect(expectResolves(ViewModel.self, in: container)?.dependency is MockDependency)
    expectSameInstance((any Dependency).self, in: container)
    expectNewInstance(ViewModel.self, in: container)
    expectRegistered(ViewModel.self, in: container)
    expectNotRegistered(Parent.self, in: container)
    expectResolveThrows(Parent.self, in: container, .noRegistrationFound)
    expectResolved(Dependency.self, in: recorder)
    try expectReleased(after: {
      let container = try GuideContainer.make()
      _ = try container.resolve(ViewModel.self)
      return container
    })
  }
}

nonisolated final class HarnessGuideCase: ContainerTestCase {
  override func makeContainer() throws -> Container {
    try GuideContainer.make().overriding { overrides in
      try overrides.replace(Dependency.self, initializer: Injection { @MainActor in MockDependency() })
    }
  }

  @MainActor func testAnOverrideIsUsedOnTheMainActor() async throws {
    let model = await expectResolves(ViewModel.self, in: container)
    XCTAssertTrue(model?.dependency is MockDependency)
  }

  func testAnOverrideIsUsedOffTheMainActor() async throws {
    _ = try await container.resolve(Dependency.self)
    expectAllOverridesUsed(container)
  }
}

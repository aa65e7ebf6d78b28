import TestSupport
import Testing

private protocol Owning: AnyObject {}

@Suite("Injected properties that cannot be resolved", .ownThreads)
struct InjectFailureTests {
  private let container = Container()

  private final class Fruit {}

  @Test(arguments: Call.allCases, AnyScope.builtIn)
  func `resolve throws circularDependency if two objects inject each other`(call: Call, scope: AnyScope) async throws {
    final class Owner { @Inject var need: Need }
    final class Need { @Inject var owner: Owner }
    scope.apply(to: try container.register(initializer: Owner.init))
    scope.apply(to: try container.register(initializer: Need.init))
    let error = await call.expectResolveThrows(Owner.self, in: container, .circularDependency)
    #expect(error?.pathNames.prefix(3) == ["Owner", "Need", "Owner"])
  }

  @Test(arguments: Call.allCases, AnyScope.builtIn)
  func `resolve throws circularDependency if a property needs its owner`(call: Call, scope: AnyScope) async throws {
    final class Owner: Owning { @Inject var need: Need }
    final class Need { init(_ owner: any Owning) {} }
    scope.apply(to: try container.register((any Owning).self, initializer: Owner.init))
    scope.apply(to: try container.register(initializer: Need.init))
    // The protocol hides the property, so the first objects are built as if the initializer needed nothing.
    for _ in 0..<4 {
      let error = await call.expectResolveThrows((any Owning).self, in: container, .circularDependency)
      #expect(error?.pathNames.prefix(3) == ["Owning", "Need", "Owning"])
    }
  }

  @Test(arguments: Call.allCases)
  func `resolve throws if nothing is registered under the name of an injected property`(call: Call) async throws {
    final class Cellar { @Inject(name: "red") var red: Fruit }
    try container.register(initializer: Fruit.init)
    try container.register(initializer: Cellar.init)
    for _ in 1...2 {
      await call.expectError("noRegistrationFound: Cellar → Fruit named \"red\"", resolving: Cellar.self, in: container)
    }
    try container.register(Fruit.self, name: "red", initializer: Fruit.init)
    _ = try await call.resolve(Cellar.self, in: container)
    container.unregister(Fruit.self, name: "red")
    await call.expectError("noRegistrationFound: Cellar → Fruit named \"red\"", resolving: Cellar.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `the error names the property whose value is missing`(call: Call) async throws {
    final class Cask { @Inject var liters: Int }
    try container.register(initializer: Cask.init)
    let error = await call.expectResolveThrows(Cask.self, in: container)
    #expect(error?.headline == "No registration found for Int, the type of the property `liters`.")
  }

  @Test(arguments: Call.allCases)
  func `resolve throws the full path if a property of an injected object is missing`(call: Call) async throws {
    final class House { @Inject var kitchen: Kitchen }
    final class Kitchen { @Inject var fruit: Fruit }
    try container.register(initializer: Kitchen.init)
    try container.register(initializer: House.init)
    await call.expectError("noRegistrationFound: House → Kitchen → Fruit", resolving: House.self, in: container)
  }

  private struct Order {
    @Inject var fruit: Fruit
    let number: Int
  }

  @Test(arguments: Call.allCases)
  func `the error for a memberwise init that takes an injected property has a remedy`(call: Call) async throws {
    struct House { let order: Order }
    try container.register(initializer: Fruit.init)
    try container.register(initializer: { 1 })
    try container.register(initializer: Order.init)
    try container.register(initializer: House.init)
    let headline =
      "The memberwise initializer of Order has a parameter of type Inject<Fruit> for the property that `@Inject` fills."
    let remedy = "write an `init` for Order that takes the other properties and leaves this one out."
    let error = await call.expectResolveThrows(House.self, in: container, .noRegistrationFound)
    #expect(error?.headline.withoutSuites == headline && error?.remedy?.withoutSuites == remedy)
    #expect(error?.outline == "noRegistrationFound: House → Order → Inject<Fruit>")
    let text = "\(container.graphReport())".withoutSuites
    #expect(text.contains("1. missing-dependency: \(headline)") && text.contains("Remedy: \(remedy)"))
    #expect(container.graphReport().findings.count == 1)
  }

  @Test(arguments: Call.allCases)
  func `a failable initializer with injected properties resolves to nil if it fails`(call: Call) async throws {
    final class Perhaps {
      @Inject var fruit: Fruit
      init?(_ isThere: Bool) { if !isThere { return nil } }
    }
    let isThere = Guarded(false)
    try container.register(Bool.self) { isThere.now }
    try container.register(initializer: Fruit.init)
    try container.register(initializer: Perhaps.init)
    #expect(try await call.resolve(Perhaps?.self, in: container) == nil)
    isThere.withLock { $0 = true }
    #expect(try await call.resolve(Perhaps?.self, in: container) != nil)
    container.unregister(Fruit.self)
    await call.expectError("noRegistrationFound: Perhaps? → Fruit", resolving: Perhaps?.self, in: container)
  }
}

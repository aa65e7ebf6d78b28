import TestSupport
import Testing

private struct Engine { let name: String }

struct ChildWiringTests {
  private let parent: Container
  private let child: Container

  init() throws {
    parent = Container()
    try parent.register(Engine.self) { Engine(name: "parent") }
    child = try parent.makeChild { child in try child.register(Engine.self) { Engine(name: "child") } }
  }

  @Test(arguments: Call.allCases, AnyScope.allCases)
  func `a scope decides which container supplies the dependencies`(call: Call, scope: AnyScope) async throws {
    scope.apply(to: try parent.register(initializer: Wrap<Engine>.init))
    let isShared = AnyScope.common.contains(scope)
    let car = try await call.resolve(Wrap<Engine>.self, in: child)
    #expect(car.inner.name == (isShared ? "parent" : "child"))
    let other = try await call.resolve(Wrap<Engine>.self, in: parent)
    #expect(other.inner.name == "parent" && (other === car) == isShared)
  }

  @Test(arguments: Call.allCases)
  func `a child's registration uses the child's dependencies, and its parent lacks it`(call: Call) async throws {
    try child.register(initializer: Wrap<Engine>.init).asSingleton()
    #expect(try await call.resolve(Wrap<Engine>.self, in: child).inner.name == "child")
    let error = await call.expectResolveThrows(Wrap<Engine>.self, in: parent, .noRegistrationFound)
    #expect(error?.failure?.nearMatches.map(\.difference) == [.child(nil)])
  }

  @Test(arguments: Call.allCases)
  func `an array registered in a child replaces the collection for that child only`(call: Call) async throws {
    struct Garage { let engines: [Engine] }
    try child.register([Engine].self) { [Engine(name: "one"), Engine(name: "two")] }
    try parent.register(initializer: Garage.init)
    #expect(try await call.resolve(Garage.self, in: child).engines.map(\.name) == ["one", "two"])
    #expect(try await call.resolve([Engine].self, in: child).map(\.name) == ["one", "two"])
    #expect(try await call.resolve(Garage.self, in: parent).engines.map(\.name) == ["parent"])
  }
}

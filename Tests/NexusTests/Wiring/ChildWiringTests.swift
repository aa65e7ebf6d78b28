import Nexus
import AstrojectTesting
import TestSupport
import Testing

private final class Engine: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Car: Sendable {
  let engine: Engine
  init(_ engine: Engine) { self.engine = engine }
}

/// A scope, and the container that supplies the dependencies if a child resolves.
private struct Origin: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let engine: String
  /// True if parent and child share the instance.
  let isShared: Bool
  let apply: @Sendable (Registration<Car>) -> Void

  static let all = [
    Origin(testDescription: "transient", engine: "child", isShared: false) { $0.asTransient() },
    Origin(testDescription: "graph", engine: "child", isShared: false) { $0.asGraph() },
    Origin(testDescription: "container", engine: "child", isShared: false) { $0.asScoped() },
    Origin(testDescription: "singleton", engine: "parent", isShared: true) { $0.asSingleton() },
    Origin(testDescription: "disposable", engine: "parent", isShared: true) { $0.asDisposableSingleton() },
    Origin(testDescription: "weak", engine: "parent", isShared: true) { $0.asWeak() },
  ]
}

@Suite("Registrations by initializer, resolved in a child")
struct ChildWiringTests {
  private let parent: Container
  private let child: Container

  init() throws {
    parent = Container()
    try parent.register(Engine.self) { Engine("parent") }
    child = try parent.makeChild { child in try child.register(Engine.self) { Engine("child") } }
  }

  @Test(arguments: Call.allCases, Origin.all)
  private func `a scope decides which container supplies the dependencies`(call: Call, origin: Origin) async throws {
    origin.apply(try parent.register(initializer: Car.init))
    let car = try await call.resolve(Car.self, in: child)
    #expect(car.engine.name == origin.engine)
    let other = try await call.resolve(Car.self, in: parent)
    #expect(other.engine.name == "parent")
    #expect((other === car) == origin.isShared)
  }

  @Test(arguments: Call.allCases)
  func `a child's registration uses the child's dependencies, and its parent lacks it`(call: Call) async throws {
    try child.register(initializer: Car.init).asSingleton()
    #expect(try await call.resolve(Car.self, in: child).engine.name == "child")
    let error = await call.expectResolveThrows(Car.self, in: parent, .noRegistrationFound)
    #expect(error?.failure?.nearMatches.map(\.difference) == [.child(nil)])
  }

  @Test(arguments: Call.allCases)
  func `a child overrides a registration of its parent unless that is protected`(call: Call) async throws {
    try parent.register(initializer: Car.init)
    try child.register(initializer: Car.init, with: .value(Engine("given")))
    #expect(try await call.resolve(Car.self, in: child).engine.name == "given")
    #expect(try await call.resolve(Car.self, in: parent).engine.name == "parent")
    try parent.register(isOverridable: false, initializer: Car.init)
    let error = #expect(throws: AstrojectError.self) { try child.register(initializer: Car.init) }
    #expect(error?.kind == .alreadyRegistered)
  }

  @Test(arguments: Call.allCases)
  func `an array registered in a child replaces the collection for that child only`(call: Call) async throws {
    final class Garage: Sendable {
      let engines: [Engine]
      init(engines: [Engine]) { self.engines = engines }
    }
    try child.register([Engine].self) { [Engine("one"), Engine("two")] }
    try parent.register(initializer: Garage.init)
    #expect(try await call.resolve(Garage.self, in: child).engines.map(\.name) == ["one", "two"])
    #expect(try await call.resolve([Engine].self, in: child).map(\.name) == ["one", "two"])
    #expect(try await call.resolve(Garage.self, in: parent).engines.map(\.name) == ["parent"])
  }
}

import Astroject
import AstrojectTesting
import TestSupport
import Testing

private final class Engine {}
private final class Car {
  let engine: Engine
  init(_ engine: Engine) { self.engine = engine }
}

/// Not Sendable, and isolated to nothing.
private final class Notebook {
  var pages: [String] = []
}

@Suite("An asynchronous factory")
struct AsynchronousFactoryTests {
  @Test("resolved synchronously throws, and says how to mend it")
  func synchronously() async throws {
    let container = Container()
    try container.register(Engine.self) {
      await Task.yield()
      return Engine()
    }
    let error = await Call.synchronous.expectResolveThrows(Engine.self, in: container, .asynchronousFactory)
    #expect(error?.failure?.key.product is Engine.Type)
    let text = error?.description ?? ""
    #expect(text.contains("await"))
    #expect(text.contains("main.swift"))
  }

  @Test("is not run by the synchronous resolve that fails")
  func notRun() async throws {
    let builds = Counter()
    let container = Container()
    try container.register(Int.self) {
      await Task.yield()
      return builds.increment()
    }.asSingleton()
    await Call.synchronous.expectResolveThrows(Int.self, in: container, .asynchronousFactory)
    #expect(builds.value == 0)
  }

  @Test("can be resolved synchronously when the scope already holds the instance", arguments: AnyScope.keeping)
  func kept(scope: AnyScope) async throws {
    let container = Container()
    let registration = try container.register(Engine.self) {
      await Task.yield()
      return Engine()
    }
    scope.apply(to: registration)
    await Call.synchronous.expectResolveThrows(Engine.self, in: container, .asynchronousFactory)
    let engine = try await container.resolve(Engine.self)
    #expect(try await Call.synchronous.resolve(Engine.self, in: container) === engine)
  }

  @Test("can be resolved synchronously within a tree that holds the instance")
  func keptInTree() async throws {
    let container = Container()
    try container.register(Engine.self) {
      await Task.yield()
      return Engine()
    }
    try container.register(Car.self) { resolver in
      let engine = try await resolver.resolve(Engine.self)
      let again = try TestSupport.synchronously { try resolver.resolve(Engine.self) }
      #expect(again === engine)
      return Car(engine)
    }
    _ = try await container.resolve(Car.self)
  }

  @Test("below a synchronous one throws the same, with the path to it", arguments: Call.allCases)
  func below(call: Call) async throws {
    let container = Container()
    try container.register(Engine.self) {
      await Task.yield()
      return Engine()
    }
    try container.register(Car.self) { resolver in Car(try resolver.resolve(Engine.self)) }
    let error = await call.expectResolveThrows(Car.self, in: container, .asynchronousFactory)
    #expect(error?.failure?.path.map(\.key.description) == ["Car", "Engine"])
  }

  @Test("may resolve what is synchronous, and what is asynchronous")
  func mixed() async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Bool.self) { await Task { true }.value }
    try container.register(String.self) { resolver in
      "\(try await resolver.resolve(Int.self)) \(try await resolver.resolve(Bool.self))"
    }
    #expect(try await container.resolve(String.self) == "1 true")
  }

  @Test("may make products that are not Sendable, and runs where its caller runs")
  func notSendable() async throws {
    let container = Container()
    try container.register(Notebook.self) {
      await Task.yield()
      return Notebook()
    }
    let notebook = try await container.resolve(Notebook.self)
    notebook.pages.append("a")
    #expect(notebook.pages == ["a"])

    try container.register(String.self) { await currentActor() }
    let onMain = try await Task { @MainActor in try await container.resolve(String.self) }.value
    #expect(onMain == "main")
    #expect(try await container.resolve(String.self) == "none")
  }

  @Test("that throws is reported with its error")
  func failure() async throws {
    let container = Container()
    try container.register(Int.self) {
      await Task.yield()
      throw Refusal(reason: "a")
    }
    let error = await Call.asynchronous.expectResolveThrows(Int.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "a"))
  }
}

private func currentActor(_ isolation: isolated (any Actor)? = #isolation) async -> String {
  isolation === MainActor.shared ? "main" : isolation == nil ? "none" : "other"
}

@MainActor
private final class Screen {
  let title: String
  init(_ title: String = "") { self.title = title }
}

@Suite("A main-actor factory")
struct MainActorFactoryTests {
  @Test("is awaited from anywhere")
  func awaited() async throws {
    let container = Container()
    try container.register(Screen.self) { @MainActor in Screen("a") }
    #expect(try await container.resolve(Screen.self).title == "a")
    #expect(try await Task.detached { try await container.resolve(Screen.self).title }.value == "a")
    let onMain = try await Task { @MainActor in try await container.resolve(Screen.self).title }.value
    #expect(onMain == "a")
  }

  @Test("is resolved synchronously on the main actor")
  @MainActor
  func synchronouslyOnMainActor() throws {
    let container = Container()
    try container.register(Screen.self) { @MainActor in Screen("a") }
    #expect(try container.resolve(Screen.self).title == "a")
  }

  @Test("is resolved synchronously on the main actor through a factory of no actor")
  @MainActor
  func throughOther() throws {
    let container = Container()
    try container.register(Screen.self) { @MainActor in Screen("a") }
    try container.register([Screen].self) { resolver in [try resolver.resolve(Screen.self)] }
    #expect(try container.resolve([Screen].self).map(\.title) == ["a"])
  }

  @Test("resolved synchronously elsewhere throws, is not run, and says how to mend it")
  func synchronouslyElsewhere() throws {
    let builds = Counter()
    let container = Container()
    try container.register(Int.self) { @MainActor in builds.increment() }
    let error = #expect(throws: AstrojectError.self) { try onAnotherThread { try container.resolve(Int.self) } }
    #expect(error?.kind == .isolationMismatch)
    #expect(error?.description.contains("main actor") == true)
    #expect(builds.value == 0)
  }

  @Test(
    "can be resolved synchronously elsewhere when the scope already holds the instance", arguments: AnyScope.keeping)
  func kept(scope: AnyScope) async throws {
    let container = Container()
    scope.apply(to: try container.register(LiveService.self) { @MainActor in LiveService() })
    let service = try await container.resolve(LiveService.self)
    let id = ObjectIdentifier(service)
    #expect(try onAnotherThread { ObjectIdentifier(try container.resolve(LiveService.self)) } == id)
    withExtendedLifetime(service) {}
  }

  @Test("takes its dependencies on the main actor")
  @MainActor
  func dependencies() throws {
    let container = Container()
    try container.register(String.self) { @MainActor in
      MainActor.preconditionIsolated()
      return "a"
    }
    try container.register(Screen.self) { @MainActor resolver in Screen(try resolver.resolve(String.self)) }
    #expect(try container.resolve(Screen.self).title == "a")
  }

  @Test("awaited elsewhere resolves other main-actor products synchronously, as it is on the main actor")
  func dependenciesAwaited() async throws {
    let container = Container()
    try container.register(String.self) { @MainActor in "a" }
    try container.register(Screen.self) { @MainActor resolver in Screen(try resolver.resolve(String.self)) }
    #expect(try await container.resolve(Screen.self).title == "a")
  }

  @Test("may be asynchronous, too, and resolve what has to be awaited")
  func asynchronous() async throws {
    let container = Container()
    try container.register(String.self) { await Task { "a" }.value }
    try container.register(Screen.self) { @MainActor resolver in
      let title = try await resolver.resolve(String.self)
      MainActor.preconditionIsolated()
      return Screen(title)
    }
    #expect(try await container.resolve(Screen.self).title == "a")
    let kind = await MainActor.run {
      do {
        _ = try container.resolve(Screen.self)
        return nil as AstrojectError.Kind?
      } catch {
        return (error as? AstrojectError)?.kind
      }
    }
    #expect(kind == .asynchronousFactory)
  }

  @Test("that throws is reported with its error, awaited or not")
  func failure() async throws {
    let container = Container()
    try container.register(Int.self) { @MainActor in throw Refusal(reason: "a") }
    let awaited = await Call.asynchronous.expectResolveThrows(Int.self, in: container, .factoryFailed)
    #expect(awaited?.underlyingError as? Refusal == Refusal(reason: "a"))
    let onMain = await MainActor.run { Result { try container.resolve(Int.self) } }
    guard case .failure(AstrojectError.factoryFailed(let failure)) = onMain else {
      Issue.record("\(onMain)")
      return
    }
    #expect(failure.underlyingError as? Refusal == Refusal(reason: "a"))
  }

  @Test("is a singleton for the main actor and for everybody else")
  func singleton() async throws {
    let container = Container()
    try container.register(Screen.self) { @MainActor in Screen() }.asSingleton()
    let screen = try await container.resolve(Screen.self)
    #expect(try await MainActor.run { try container.resolve(Screen.self) } === screen)
  }
}

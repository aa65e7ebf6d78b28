import TestSupport
import Testing

private final class Engine {}
private struct Car { let engine: Engine }

/// Neither Sendable nor isolated to an actor.
private final class Notebook { var pages: [String] = [] }

struct AsynchronousFactoryTests {
  private let container = Container()

  @Test func `a synchronous resolve returns an asynchronously built instance of the same tree`() async throws {
    try container.register(Engine.self) { await later(Engine()) }
    try container.register(Car.self) { resolver in
      let engine = try await resolver.resolve(Engine.self)
      let again = try TestSupport.synchronously { try resolver.resolve(Engine.self) }
      #expect(again === engine)
      return Car(engine: engine)
    }
    _ = try await container.resolve(Car.self)
  }

  @Test func `an asynchronous factory runs on its caller's actor and may build a non-Sendable product`() async throws {
    try container.register(Notebook.self) { await later(Notebook()) }
    let notebook = try await container.resolve(Notebook.self)
    notebook.pages.append("a")
    #expect(notebook.pages == ["a"])

    try container.register(String.self) { await currentActor() }
    let onMain = try await Task { @MainActor in try await container.resolve(String.self) }.value
    #expect(onMain == "main")
    #expect(try await container.resolve(String.self) == "none")
  }
}

private func currentActor(_ isolation: isolated (any Actor)? = #isolation) async -> String {
  isolation === MainActor.shared ? "main" : isolation == nil ? "none" : "other"
}

@MainActor private final class Screen {
  let title: String
  init(_ title: String = "") { self.title = title }
}

@Suite("Main-actor factories", .ownThreads)
struct MainActorFactoryTests {
  private let container = Container()

  @Test @MainActor
  func `a nonisolated factory on the main actor resolves a main-actor dependency synchronously`() throws {
    try container.register(Screen.self) { @MainActor in Screen("a") }
    try container.register([Screen].self) { resolver in [try resolver.resolve(Screen.self)] }
    #expect(try container.resolve([Screen].self).map(\.title) == ["a"])
  }

  @Test func `a synchronous resolve that throws for the effect of a factory does not run it`() throws {
    let builds = Counter()
    try container.register(Int.self) { @MainActor in builds.increment() }
    try container.register(UInt.self) { () async in UInt(builds.increment()) }
    expectThrows(.isolationMismatch) { try onAnotherThread { try container.resolve(Int.self) } }
    expectThrows(.asynchronousFactory) { try onAnotherThread { try container.resolve(UInt.self) } }
    #expect(builds.value == 0)
  }

  @Test(arguments: AnyScope.keeping, [false, true])
  func `a synchronous resolve off the main actor returns a cached instance of a main-actor or asynchronous factory`(
    scope: AnyScope, isOnMainActor: Bool
  ) async throws {
    let registration =
      isOnMainActor
      ? try container.register(LiveService.self) { @MainActor in LiveService() }
      : try container.register(LiveService.self) { await later(LiveService()) }
    scope.apply(to: registration)
    expectThrows(isOnMainActor ? .isolationMismatch : .asynchronousFactory) {
      try onAnotherThread { _ = try container.resolve(LiveService.self) }
    }
    let service = try await container.resolve(LiveService.self)
    let id = ObjectIdentifier(service)
    #expect(try onAnotherThread { ObjectIdentifier(try container.resolve(LiveService.self)) } == id)
    withExtendedLifetime(service) {}
  }

  @Test func `a main-actor factory, awaited elsewhere or not, resolves dependencies on the main actor`() async throws {
    try container.register(String.self) { @MainActor in
      MainActor.preconditionIsolated()
      return "a"
    }
    try container.register(Screen.self) { @MainActor resolver in Screen(try resolver.resolve(String.self)) }
    #expect(try await container.resolve(Screen.self).title == "a")
    #expect(try await MainActor.run { try container.resolve(Screen.self).title } == "a")
  }

  @Test func `an asynchronous main-actor factory must be awaited, and awaits its dependency`() async throws {
    try container.register(String.self) { await Task { "a" }.value }
    try container.register(Screen.self) { @MainActor resolver in
      let title = try await resolver.resolve(String.self)
      MainActor.preconditionIsolated()
      return Screen(title)
    }
    #expect(try await container.resolve(Screen.self).title == "a")
    let kind = await MainActor.run { Result { try container.resolve(Screen.self) }.kind }
    #expect(kind == .asynchronousFactory)
  }

  @Test func `the error of a throwing main-actor factory is reported, awaited or not`() async throws {
    try container.register(Int.self) { @MainActor in throw Refusal(reason: "a") }
    let awaited = await Call.asynchronous.expectResolveThrows(Int.self, in: container, .factoryFailed)
    let onMain = await MainActor.run { Result { try container.resolve(Int.self) } }
    #expect(onMain.kind == .factoryFailed)
    for error in [awaited, onMain.thrown] { #expect(error?.underlyingError as? Refusal == Refusal(reason: "a")) }
  }
}

import Nexus
import AstrojectTesting
import TestSupport
import Testing

@MainActor private protocol Screen: AnyObject, Sendable { var title: String { get } }

@MainActor private final class Model {
  init() {}
}

@MainActor private final class Window: Screen {
  let title: String
  let model: Model

  init(_ model: Model, title: String) { (self.model, self.title) = (model, title) }
}

@MainActor private final class LateWindow: Screen {
  let title: String
  let model: Model

  init(_ model: Model, title: String) async {
    await Task.yield()
    (self.model, self.title) = (model, title)
  }
}

@MainActor private final class LateModel {
  init() async {}
}

@MainActor private final class Picky {
  init(title: String) throws(Objection) { throw Objection() }
}

extension Model: AutoInjectable {
  nonisolated static let injection = Injection(Model.init)
}

extension LateModel: AutoInjectable {
  nonisolated static let injection = Injection(LateModel.init)
}

extension Window: AutoInjectable {
  nonisolated static let injection = Injection<any Screen>(Window.init(_:title:))
}

extension LateWindow: AutoInjectable {
  nonisolated static let injection = Injection<any Screen>(LateWindow.init(_:title:))
  nonisolated static func configure(_ registration: Registration<any Screen>) { registration.asSingleton() }
}

@Suite("A main-actor initializer", .ownThreads)
struct MainActorInitializerTests {
  private let container: Container

  init() throws {
    container = Container()
    try container.register(String.self) { "Home" }
  }

  private func registerByInitializer() throws {
    try container.register(initializer: Model.init)
    try container.register(initializer: LateModel.init)
    try container.register(initializer: Window.init(_:title:))
    try container.register(initializer: LateWindow.init(_:title:))
    try container.register((any Screen).self, initializer: Window.init)
    try container.register((any Screen).self, name: "late", initializer: LateWindow.init)
  }

  @Test func `a resolve off the main actor awaits main-actor initializers of any effect`() async throws {
    try registerByInitializer()
    _ = try await container.resolve(Model.self)
    _ = try await container.resolve(LateModel.self)
    let window = try await container.resolve(Window.self)
    #expect(window.title == "Home")
    let late = try await container.resolve(LateWindow.self)
    #expect(late.title == "Home")
    let screen = try await container.resolve((any Screen).self)
    #expect(screen is Window)
    let lateScreen = try await container.resolve((any Screen).self, name: "late")
    #expect(lateScreen is LateWindow)
  }

  @MainActor
  @Test func `a resolve on the main actor awaits main-actor initializers of any effect`() async throws {
    try registerByInitializer()
    _ = try await container.resolve(Model.self)
    _ = try await container.resolve(LateModel.self)
    #expect(try await container.resolve(Window.self).title == "Home")
    #expect(try await container.resolve(LateWindow.self).title == "Home")
    #expect(try await container.resolve((any Screen).self) is Window)
    #expect(try await container.resolve((any Screen).self, name: "late") is LateWindow)
  }

  @MainActor
  @Test func `a synchronous resolve on the main actor throws only for asynchronous initializers`() throws {
    try registerByInitializer()
    #expect(try container.resolve(Window.self).title == "Home")
    #expect(try container.resolve((any Screen).self).title == "Home")
    let error = expectResolveThrows(LateWindow.self, in: container, .asynchronousFactory)
    #expect(error?.failure?.key == Key(LateWindow.self))
  }

  @Test func `a synchronous resolve off the main actor throws for main-actor initializers`() async throws {
    try registerByInitializer()
    let container = container
    let kinds = try await onThread {
      var kinds: [AstrojectError.Kind] = []
      do { _ = try container.resolve(Model.self) } catch let error as AstrojectError { kinds.append(error.kind) }
      do { _ = try container.resolve(Window.self) } catch let error as AstrojectError { kinds.append(error.kind) }
      do { _ = try container.resolve(LateWindow.self) } catch let error as AstrojectError { kinds.append(error.kind) }
      return kinds
    }
    #expect(kinds == [.isolationMismatch, .isolationMismatch, .asynchronousFactory])
  }

  @Test func `a main-actor initializer that throws fails the resolve with its error`() async throws {
    try container.register(initializer: Picky.init(title:))
    let error = await Call.asynchronous.expectResolveThrows(Picky.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Objection == Objection())
  }

  // MARK: By injection

  @Test func `an awaiting caller off the main actor resolves AutoInjectable main-actor types`() async throws {
    try container.register(injectable: Model.self)
    try container.register(injectable: LateModel.self)
    try container.register(injectable: Window.self)
    _ = try await container.resolve(LateModel.self)
    let screen = try await container.resolve((any Screen).self)
    #expect(screen is Window)
    #expect(await screen.title == "Home")
    expectNotRegistered(Window.self, in: container)
  }

  @MainActor
  @Test func `a synchronous caller on the main actor resolves AutoInjectable main-actor types`() throws {
    try container.register(injectable: Model.self)
    try container.register(injectable: Window.self)
    #expect(try container.resolve((any Screen).self).title == "Home")
  }

  @Test func `an asynchronous AutoInjectable main-actor type is cached in its own scope`() async throws {
    try container.register(injectable: Model.self)
    try container.register(injectable: LateWindow.self)
    let first = try await container.resolve((any Screen).self)
    #expect(try await container.resolve((any Screen).self) === first)
    #expect(await first.title == "Home")
  }

  @MainActor
  @Test func `an asynchronous AutoInjectable main-actor type is resolved on the main actor`() async throws {
    try container.register(injectable: Model.self)
    try container.register(injectable: LateWindow.self)
    #expect(try await container.resolve((any Screen).self) is LateWindow)
  }
}

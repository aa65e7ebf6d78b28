import TestSupport
import Testing

private final class Screen: Sendable {}
private final class Model: Sendable { init(_ screen: Screen) {} }

// In release, the compiler leaves out the change of the executor of these functions, because they only await others.

@MainActor private enum MainActorCode {
  static func byType(_ container: Container) async throws { _ = try await container.resolve(Model.self) }
  static func byName(_ container: Container) async throws { _ = try await container.resolve(Model.self, name: "a") }
  static func byArgument(_ container: Container) async throws {
    _ = try await container.resolve(Model.self, argument: 1) as Model
  }
  static func asOptional(_ container: Container) async throws { _ = try await container.resolveOptional(Model.self) }
  static func all(_ container: Container) async throws { _ = try await container.resolveAll(Model.self) }
  static func bootstrap(_ container: Container) async throws { try await container.bootstrap() }
  static func child(_ container: Container) async throws {
    try await container.withChild(registering: { _ in _ = try container.resolve(Model.self) }, perform: { _ in })
  }
  static func lazily(_ holder: Both<Model>) async throws { _ = try await holder.lazy.get() }
  static func provided(_ holder: Both<Model>) async throws { _ = try await holder.provider.get() }
  static func byResolver(_ resolver: Resolver) async throws -> Model { try await resolver.resolve(Model.self) }
  static func byResolverAndName(_ resolver: Resolver) async throws -> Model {
    try await resolver.resolve(Model.self, name: "a")
  }
}

private enum ConcurrentCode {
  @concurrent static func byType(_ container: Container) async throws { _ = try await container.resolve(Model.self) }
  @concurrent static func byName(_ container: Container) async throws {
    _ = try await container.resolve(Model.self, name: "a")
  }
  @concurrent static func byArgument(_ container: Container) async throws {
    _ = try await container.resolve(Model.self, argument: 1) as Model
  }
  @concurrent static func asOptional(_ container: Container) async throws {
    _ = try await container.resolveOptional(Model.self)
  }
  @concurrent static func all(_ container: Container) async throws { _ = try await container.resolveAll(Model.self) }
  @concurrent static func bootstrap(_ container: Container) async throws { try await container.bootstrap() }
  @concurrent static func child(_ container: Container) async throws {
    try await container.withChild(registering: { _ in _ = try container.resolve(Model.self) }, perform: { _ in })
  }
  @concurrent static func lazily(_ holder: Both<Model>) async throws { _ = try await holder.lazy.get() }
  @concurrent static func provided(_ holder: Both<Model>) async throws { _ = try await holder.provider.get() }
  @concurrent static func byResolver(_ resolver: Resolver) async throws -> Model {
    try await resolver.resolve(Model.self)
  }
  @concurrent static func byResolverAndName(_ resolver: Resolver) async throws -> Model {
    try await resolver.resolve(Model.self, name: "a")
  }
}

/// A way of resolving.
private enum Form: CaseIterable {
  case byType, byName, byArgument, asOptional, all, atBootstrap, inChild
  case byLazy, byProvider, byResolver, byResolverAndName

  func resolveOnMainActor(in container: Container) async throws {
    switch self {
    case .byType: try await MainActorCode.byType(container)
    case .byName: try await MainActorCode.byName(container)
    case .byArgument: try await MainActorCode.byArgument(container)
    case .asOptional: try await MainActorCode.asOptional(container)
    case .all: try await MainActorCode.all(container)
    case .atBootstrap: try await MainActorCode.bootstrap(container)
    case .inChild: try await MainActorCode.child(container)
    case .byLazy: try await MainActorCode.lazily(holder(in: container))
    case .byProvider: try await MainActorCode.provided(holder(in: container))
    case .byResolver:
      try container.register(Model.self, name: "outer") { try await MainActorCode.byResolver($0) }
      _ = try await container.resolve(Model.self, name: "outer")
    case .byResolverAndName:
      try container.register(Model.self, name: "outer") { try await MainActorCode.byResolverAndName($0) }
      _ = try await container.resolve(Model.self, name: "outer")
    }
  }

  func resolveConcurrently(in container: Container) async throws {
    switch self {
    case .byType: try await ConcurrentCode.byType(container)
    case .byName: try await ConcurrentCode.byName(container)
    case .byArgument: try await ConcurrentCode.byArgument(container)
    case .asOptional: try await ConcurrentCode.asOptional(container)
    case .all: try await ConcurrentCode.all(container)
    case .atBootstrap: try await ConcurrentCode.bootstrap(container)
    case .inChild: try await ConcurrentCode.child(container)
    case .byLazy: try await ConcurrentCode.lazily(holder(in: container))
    case .byProvider: try await ConcurrentCode.provided(holder(in: container))
    case .byResolver:
      try container.register(Model.self, name: "outer") { try await ConcurrentCode.byResolver($0) }
      _ = try await container.resolve(Model.self, name: "outer")
    case .byResolverAndName:
      try container.register(Model.self, name: "outer") { try await ConcurrentCode.byResolverAndName($0) }
      _ = try await container.resolve(Model.self, name: "outer")
    }
  }

  private func holder(in container: Container) throws -> Both<Model> { try container.resolve(Both<Model>.self) }
}

@Suite("The closures that an awaited resolve runs")
struct CallerIsolationTests {
  private let container = Container()

  init() throws {
    try container.register(Screen.self) { @MainActor in Screen() }
    for name in [nil, "a"] {
      try container.register(Model.self, name: name) { resolver in Model(try resolver.resolve()) }.asSingleton().eager()
    }
    try container.register(Model.self, argument: Int.self) { resolver, _ in Model(try resolver.resolve()) }
    try container.register(initializer: Both<Model>.init)
  }

  @Test(arguments: Form.allCases)
  fileprivate func `run on the main actor for its code, although the task comes from elsewhere`(_ form: Form)
    async throws
  { try await background { [container] in try await form.resolveOnMainActor(in: container) } }

  @Test(arguments: Form.allCases)
  fileprivate func `do not run on the main actor for a concurrent function that it calls`(_ form: Form) async {
    let error = await onMain { [container] in
      await Call.asynchronous.error { _ in try await form.resolveConcurrently(in: container) }
    }
    #expect(error?.kind == (form == .atBootstrap ? .bootstrapFailed : .isolationMismatch))
  }
}

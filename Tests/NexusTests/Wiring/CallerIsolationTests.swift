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
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let resolveOnMainActor: @Sendable (Container) async throws -> Void
  let resolveConcurrently: @Sendable (Container) async throws -> Void

  static let all: [Form] = [
    Form("by type", { try await MainActorCode.byType($0) }, { try await ConcurrentCode.byType($0) }),
    Form("by name", { try await MainActorCode.byName($0) }, { try await ConcurrentCode.byName($0) }),
    Form("by argument", { try await MainActorCode.byArgument($0) }, { try await ConcurrentCode.byArgument($0) }),
    Form("as optional", { try await MainActorCode.asOptional($0) }, { try await ConcurrentCode.asOptional($0) }),
    Form("all", { try await MainActorCode.all($0) }, { try await ConcurrentCode.all($0) }),
    Form("at bootstrap", { try await MainActorCode.bootstrap($0) }, { try await ConcurrentCode.bootstrap($0) }),
    Form("in a child", { try await MainActorCode.child($0) }, { try await ConcurrentCode.child($0) }),
    Form(
      "by Lazy", { try await MainActorCode.lazily(both(in: $0)) }, { try await ConcurrentCode.lazily(both(in: $0)) }),
    Form(
      "by Provider", { try await MainActorCode.provided(both(in: $0)) },
      { try await ConcurrentCode.provided(both(in: $0)) }),
    Form(
      "by resolver", within: { try await MainActorCode.byResolver($0) }, { try await ConcurrentCode.byResolver($0) }),
    Form(
      "by resolver and name", within: { try await MainActorCode.byResolverAndName($0) },
      { try await ConcurrentCode.byResolverAndName($0) }),
  ]

  init(
    _ testDescription: String, _ onMainActor: @escaping @Sendable (Container) async throws -> Void,
    _ concurrently: @escaping @Sendable (Container) async throws -> Void
  ) { (self.testDescription, resolveOnMainActor, resolveConcurrently) = (testDescription, onMainActor, concurrently) }

  /// Returns a form that resolves in the factory of another model.
  init(
    _ testDescription: String, within onMainActor: @escaping @Sendable (Resolver) async throws -> Model,
    _ concurrently: @escaping @Sendable (Resolver) async throws -> Model
  ) {
    func resolving(
      by factory: @escaping @Sendable (Resolver) async throws -> Model
    ) -> @Sendable (Container) async throws -> Void {
      return { container in
        try container.register(Model.self, name: "outer") { try await factory($0) }
        _ = try await container.resolve(Model.self, name: "outer")
      }
    }
    self.init(testDescription, resolving(by: onMainActor), resolving(by: concurrently))
  }

  private static func both(in container: Container) throws -> Both<Model> {
    try container.resolve(Both<Model>.self)
  }
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

  @Test(arguments: Form.all)
  fileprivate func `run on the main actor for its code, although the task comes from elsewhere`(_ form: Form)
    async throws
  { try await background { [container] in try await form.resolveOnMainActor(container) } }

  @Test(arguments: Form.all)
  fileprivate func `do not run on the main actor for a concurrent function that it calls`(_ form: Form) async {
    let error = await onMain { [container] in
      await Call.asynchronous.error { _ in try await form.resolveConcurrently(container) }
    }
    #expect(error?.kind == (form.testDescription == "at bootstrap" ? .bootstrapFailed : .isolationMismatch))
  }
}

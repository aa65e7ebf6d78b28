import TestSupport
import Testing

private final class Screen: Sendable {}
private final class Model: Sendable { init(_ screen: Screen) {} }

/// A way of resolving.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let resolveOnMainActor: @Sendable (Container) async throws -> Void
  let resolveConcurrently: @Sendable (Container) async throws -> Void

  // In release, the compiler leaves out the change of the executor of these closures, because they only await others.
  static let all: [Form] = [
    Form("by type", { _ = try await $0.resolve(Model.self) }, { _ = try await $0.resolve(Model.self) }),
    Form(
      "by name", { _ = try await $0.resolve(Model.self, name: "a") },
      { _ = try await $0.resolve(Model.self, name: "a") }),
    Form(
      "by argument", { _ = try await $0.resolve(Model.self, argument: 1) as Model },
      { _ = try await $0.resolve(Model.self, argument: 1) as Model }),
    Form(
      "as optional", { _ = try await $0.resolveOptional(Model.self) },
      { _ = try await $0.resolveOptional(Model.self) }),
    Form("all", { _ = try await $0.resolveAll(Model.self) }, { _ = try await $0.resolveAll(Model.self) }),
    Form("at bootstrap", { try await $0.bootstrap() }, { try await $0.bootstrap() }),
    Form("in a child") { container in
      try await container.withChild(registering: { _ in _ = try container.resolve(Model.self) }, perform: { _ in })
    } _: { container in
      try await container.withChild(registering: { _ in _ = try container.resolve(Model.self) }, perform: { _ in })
    },
    Form("by Lazy", { _ = try await both(in: $0).lazy.get() }, { _ = try await both(in: $0).lazy.get() }),
    Form("by Provider", { _ = try await both(in: $0).provider.get() }, { _ = try await both(in: $0).provider.get() }),
    Form("by resolver", within: { try await $0.resolve(Model.self) }, { try await $0.resolve(Model.self) }),
    Form(
      "by resolver and name", within: { try await $0.resolve(Model.self, name: "a") },
      { try await $0.resolve(Model.self, name: "a") }),
  ]

  init(
    _ testDescription: String, _ onMainActor: @escaping @MainActor @Sendable (Container) async throws -> Void,
    _ concurrently: @escaping @concurrent @Sendable (Container) async throws -> Void
  ) { (self.testDescription, resolveOnMainActor, resolveConcurrently) = (testDescription, onMainActor, concurrently) }

  /// Creates a form that resolves in the factory of another model.
  init(
    _ testDescription: String, within onMainActor: @escaping @MainActor @Sendable (Resolver) async throws -> Model,
    _ concurrently: @escaping @concurrent @Sendable (Resolver) async throws -> Model
  ) {
    func resolving(
      by factory: @escaping @Sendable (Resolver) async throws -> Model
    ) -> @Sendable (Container) async throws -> Void {
      return { container in
        try container.register(Model.self, name: "outer") { try await factory($0) }
        _ = try await container.resolve(Model.self, name: "outer")
      }
    }
    self.testDescription = testDescription
    (resolveOnMainActor, resolveConcurrently) = (resolving(by: onMainActor), resolving(by: concurrently))
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

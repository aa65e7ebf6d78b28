import TestSupport
import Testing

/// The effect of a factory, and the errors of synchronous resolves that follow from it.
private enum Effect: CaseIterable {
  case synchronous
  case asynchronous
  case mainActor
  case mainActorAsynchronous

  /// The error of a synchronous resolve off the main actor.
  var obstacle: AstrojectError.Kind? {
    switch self {
    case .synchronous: nil
    case .asynchronous, .mainActorAsynchronous: .asynchronousFactory
    case .mainActor: .isolationMismatch
    }
  }

  /// The error of a synchronous resolve on the main actor.
  var obstacleOnMainActor: AstrojectError.Kind? { self == .mainActor ? nil : obstacle }

  /// Expects the product, or the error of the effect, from awaited and synchronous resolves on and off the main actor.
  func expect(
    _ product: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    from ask: @escaping @Sendable (Call) async throws -> String
  ) async {
    let expected: [(Call, AstrojectError.Kind?, AstrojectError.Kind?)] = [
      (.asynchronous, nil, nil), (.synchronous, obstacle, obstacleOnMainActor),
    ]
    for (call, offMainActor, onMainActor) in expected {
      let off = await Task.detached { try await ask(call) }.result
      let on = await Task { @MainActor in try await ask(call) }.result
      for (result, kind) in [(off, offMainActor), (on, onMainActor)] {
        #expect(result.kind == kind, sourceLocation: sourceLocation)
        if kind == nil { #expect((try? result.get()) == product, sourceLocation: sourceLocation) }
      }
    }
  }
}

@MainActor private func title(_ text: String) -> String {
  MainActor.preconditionIsolated()
  return text
}

@MainActor private func load(_ text: String) async -> String { await later(title(text)) }

/// Not Sendable.
private final class Page { var number = 1 }

@MainActor private func loadPage() async -> Page {
  await Task.yield()
  MainActor.preconditionIsolated()
  return Page()
}

@MainActor private func turnPage(_ resolver: Resolver, _ page: Page) async {
  await Task.yield()
  MainActor.preconditionIsolated()
  page.number += 1
}

private func fetch(_ text: String) async -> String { await later(text) }

struct FactoryFormTests {
  private let container = Container()

  /// Registers factories of an effect without parameters, with a resolver, and with one and three arguments.
  private func registerForms(_ effect: Effect) throws {
    switch effect {
    case .synchronous:
      try container.register(String.self) { "a" }
      try container.register(String.self, name: "n") { "\(try $0.resolve(Int.self))" }
      try container.register(String.self, argument: Int.self) { _, count in "\(count)" }
      try container.register(String.self, name: "n", arguments: Int.self) { _, count in "\(count)" }
      try container.register(String.self, key: 7, arguments: String.self, Int.self, Bool.self) { _, a, b, c in
        "\(a)\(b)\(c)"
      }
    case .asynchronous:
      try container.register(String.self) { await fetch("a") }
      try container.register(String.self, name: "n") { resolver in
        await fetch("\(try await resolver.resolve(Int.self))")
      }
      try container.register(String.self, argument: Int.self) { _, count in await fetch("\(count)") }
      try container.register(String.self, name: "n", arguments: Int.self) { _, count in await fetch("\(count)") }
      try container.register(String.self, key: 7, arguments: String.self, Int.self, Bool.self) { _, a, b, c in
        await fetch("\(a)\(b)\(c)")
      }
    case .mainActor:
      try container.register(String.self) { @MainActor in title("a") }
      try container.register(String.self, name: "n") { @MainActor resolver in
        title("\(try resolver.resolve(Int.self))")
      }
      try container.register(String.self, argument: Int.self) { @MainActor _, count in title("\(count)") }
      try container.register(String.self, name: "n", arguments: Int.self) { @MainActor _, count in title("\(count)") }
      try container.register(String.self, key: 7, arguments: String.self, Int.self, Bool.self) {
        @MainActor _, a, b, c in title("\(a)\(b)\(c)")
      }
    case .mainActorAsynchronous:
      try container.register(String.self) { @MainActor in await load("a") }
      try container.register(String.self, name: "n") { @MainActor resolver in
        await load("\(try await resolver.resolve(Int.self))")
      }
      try container.register(String.self, argument: Int.self) { @MainActor _, count in await load("\(count)") }
      try container.register(String.self, name: "n", arguments: Int.self) { @MainActor _, count in
        await load("\(count)")
      }
      try container.register(String.self, key: 7, arguments: String.self, Int.self, Bool.self) {
        @MainActor _, a, b, c in await load("\(a)\(b)\(c)")
      }
    }
  }

  @Test(arguments: Effect.allCases)
  private func `resolve calls factories of any effect, with and without parameters`(effect: Effect) async throws {
    try container.register(Int.self) { 12 }
    try registerForms(effect)
    await effect.expect("a") { try await $0.resolve(String.self, in: container) }
    await effect.expect("12") { try await $0.resolve(String.self, name: "n", in: container) }
    await effect.expect("3") { try await $0.resolve(String.self, argument: 3, in: container) }
    await effect.expect("3") { try await $0.resolve(String.self, name: "n", argument: 3, in: container) }
    await effect.expect("Q3true") { call in
      try await call.run {
        try container.resolve(String.self, key: 7, arguments: "Q", 3, true)
      } asynchronously: {
        try await container.resolve(String.self, key: 7, arguments: "Q", 3, true)
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `resolve passes twelve arguments to a factory`(call: Call) async throws {
    let number = Int.self
    try container.register(
      String.self, arguments: number, number, number, number, number, number, number, number, number, number, number,
      String.self
    ) { _, a, b, c, d, e, f, g, h, i, j, k, l in "\([a, b, c, d, e, f, g, h, i, j, k])\(l)" }
    let text = try await call.resolve(String.self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ".", in: container)
    #expect(text == "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].")
  }

  @Test(arguments: Effect.allCases)
  private func `contribute takes factories of any effect, with and without a resolver`(effect: Effect) async throws {
    switch effect {
    case .synchronous:
      try container.contribute(String.self) { "a" }
      try container.contribute(String.self) { _ in "b" }
    case .asynchronous:
      try container.contribute(String.self) { await fetch("a") }
      try container.contribute(String.self) { _ in await fetch("b") }
    case .mainActor:
      try container.contribute(initializer: Injection { @MainActor in title("a") })
      try container.contribute(initializer: Injection { @MainActor (_: Resolver) in title("b") })
    case .mainActorAsynchronous:
      try container.contribute(initializer: Injection { @MainActor in await load("a") })
      try container.contribute(initializer: Injection { @MainActor (_: Resolver) in await load("b") })
    }
    await effect.expect("ab") { try await $0.resolveAll(String.self, in: container).joined() }
  }

  @Test(arguments: Effect.allCases)
  private func `afterInit takes hooks of any effect and runs them for each instance`(effect: Effect) async throws {
    let log = Recorder<String>()
    let registration = try container.register(String.self) { "a" }.asTransient()
    switch effect {
    case .synchronous: registration.afterInit { _, product in log.note(product) }
    case .asynchronous: registration.afterInit { _, product in log.note(await fetch(product)) }
    case .mainActor: registration.afterInit { @MainActor _, product in log.note(title(product)) }
    case .mainActorAsynchronous: registration.afterInit { @MainActor _, product in log.note(await load(product)) }
    }
    await effect.expect("a") { try await $0.resolve(String.self, in: container) }
    // Two awaited resolves, and each synchronous one that does not throw.
    let count = 2 + (effect.obstacle == nil ? 1 : 0) + (effect.obstacleOnMainActor == nil ? 1 : 0)
    #expect(log.events == Array(repeating: "a", count: count))
  }

  @Test func `a main-actor initializer serves as the factory of a singleton`() async throws {
    @MainActor final class Screen { init() {} }
    try container.register(Screen.self, factory: Screen.init).asSingleton()
    let screen = try await container.resolve(Screen.self)
    #expect(try await MainActor.run { try container.resolve(Screen.self) } === screen)
  }

  @Test func `asynchronous main-actor functions build and change a product that is not Sendable`() async throws {
    try container.register(initializer: Injection(loadPage)).afterInit(body: turnPage)
    #expect(try await container.resolve(Page.self).number == 2)
    await Call.synchronous.expectResolveThrows(Page.self, in: container, .asynchronousFactory)
    try container.contribute(initializer: Injection(loadPage))
    #expect(try await container.resolveAll(Page.self).map(\.number) == [2, 1])
  }
}

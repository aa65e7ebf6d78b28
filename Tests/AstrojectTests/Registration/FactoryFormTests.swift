import Astroject
import AstrojectTesting
import Nexus
import TestSupport
import Testing

/// The effect of a factory, and the errors of synchronous resolves that follow from it.
private enum Effect: CaseIterable, CustomTestStringConvertible {
  case synchronous
  case asynchronous
  case mainActor
  case mainActorAsynchronous

  var testDescription: String { "\(self)" }

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
    _ product: String, synchronous: @escaping @Sendable () throws -> String,
    asynchronous: @escaping @Sendable () async throws -> String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    let awaited = try await asynchronous()
    #expect(awaited == product, sourceLocation: sourceLocation)
    let awaitedOnMainActor = try await Task { @MainActor in try await asynchronous() }.value
    #expect(awaitedOnMainActor == product, sourceLocation: sourceLocation)

    let off = try await onThread { Result { try synchronous() } }
    check(off, product, obstacle, sourceLocation)
    let on = await MainActor.run { Result { try synchronous() } }
    check(on, product, obstacleOnMainActor, sourceLocation)
  }

  private func check(
    _ result: Result<String, any Error>, _ product: String, _ kind: AstrojectError.Kind?,
    _ sourceLocation: Testing.SourceLocation
  ) {
    switch result {
    case .success(let value): #expect(kind == nil && value == product, sourceLocation: sourceLocation)
    case .failure(let error):
      #expect((error as? AstrojectError)?.kind == kind && kind != nil, "\(error)", sourceLocation: sourceLocation)
    }
  }
}

@MainActor
private func title(_ text: String) -> String {
  MainActor.preconditionIsolated()
  return text
}

@MainActor
private func load(_ text: String) async -> String {
  await Task.yield()
  return title(text)
}

/// Not Sendable.
private final class Page {
  var number = 1
}

@MainActor
private func loadPage() async -> Page {
  await Task.yield()
  MainActor.preconditionIsolated()
  return Page()
}

@MainActor
private func turnPage(_ resolver: Resolver, _ page: Page) async {
  await Task.yield()
  MainActor.preconditionIsolated()
  page.number += 1
}

private func fetch(_ text: String) async -> String {
  await Task.yield()
  return text
}

@Suite("Factories of each effect")
struct FactoryFormTests {
  private let container = Container()

  @Test(arguments: Effect.allCases)
  private func `resolve calls a factory of any effect that has no parameters`(effect: Effect) async throws {
    switch effect {
    case .synchronous: try container.register(String.self) { "a" }
    case .asynchronous: try container.register(String.self) { await fetch("a") }
    case .mainActor: try container.register(String.self) { @MainActor in title("a") }
    case .mainActorAsynchronous: try container.register(String.self) { @MainActor in await load("a") }
    }
    try await effect.expect("a") {
      try container.resolve(String.self)
    } asynchronous: {
      try await container.resolve(String.self)
    }
    try await effect.expect("a") {
      try container.resolve()
    } asynchronous: {
      try await container.resolve()
    }
  }

  @Test(arguments: Effect.allCases)
  private func `resolve calls a named, protected factory of any effect with a resolver`(effect: Effect) async throws {
    try container.register(Int.self) { 12 }
    switch effect {
    case .synchronous:
      try container.register(String.self, name: "n", isOverridable: false) { resolver in
        "\(try resolver.resolve(Int.self))"
      }
    case .asynchronous:
      try container.register(String.self, name: "n", isOverridable: false) { resolver in
        await fetch("\(try await resolver.resolve(Int.self))")
      }
    case .mainActor:
      try container.register(String.self, name: "n", isOverridable: false) { @MainActor resolver in
        title("\(try resolver.resolve(Int.self))")
      }
    case .mainActorAsynchronous:
      try container.register(String.self, name: "n", isOverridable: false) { @MainActor resolver in
        await load("\(try await resolver.resolve(Int.self))")
      }
    }
    try await effect.expect("12") {
      try container.resolve(String.self, name: "n")
    } asynchronous: {
      try await container.resolve(String.self, name: "n")
    }
    #expect(throws: AstrojectError.self) { try container.register(String.self, name: "n") { "other" } }
  }

  @Test(arguments: Effect.allCases)
  private func `resolve passes an argument to a factory of any effect`(effect: Effect) async throws {
    switch effect {
    case .synchronous: try container.register(String.self, argument: Int.self) { _, count in "\(count)" }
    case .asynchronous:
      try container.register(String.self, argument: Int.self) { _, count in await fetch("\(count)") }
    case .mainActor:
      try container.register(String.self, argument: Int.self) { @MainActor _, count in title("\(count)") }
    case .mainActorAsynchronous:
      try container.register(String.self, argument: Int.self) { @MainActor _, count in await load("\(count)") }
    }
    try await effect.expect("3") {
      try container.resolve(String.self, argument: 3)
    } asynchronous: {
      try await container.resolve(String.self, argument: 3)
    }
  }

  @Test(arguments: Effect.allCases)
  private func `a factory registered with a single type in arguments is also resolved with argument`(
    effect: Effect
  ) async throws {
    switch effect {
    case .synchronous: try container.register(String.self, arguments: Int.self) { _, count in "\(count)" }
    case .asynchronous:
      try container.register(String.self, arguments: Int.self) { _, count in await fetch("\(count)") }
    case .mainActor:
      try container.register(String.self, arguments: Int.self) { @MainActor _, count in title("\(count)") }
    case .mainActorAsynchronous:
      try container.register(String.self, arguments: Int.self) { @MainActor _, count in await load("\(count)") }
    }
    try await effect.expect("3") {
      try container.resolve(String.self, arguments: 3)
    } asynchronous: {
      try await container.resolve(String.self, argument: 3)
    }
  }

  @Test(arguments: Effect.allCases)
  private func `resolve passes two arguments to a named factory of any effect`(effect: Effect) async throws {
    switch effect {
    case .synchronous:
      try container.register(String.self, name: "n", arguments: String.self, Int.self) { _, text, count in
        "\(text)\(count)"
      }
    case .asynchronous:
      try container.register(String.self, name: "n", arguments: String.self, Int.self) { _, text, count in
        await fetch("\(text)\(count)")
      }
    case .mainActor:
      try container.register(String.self, name: "n", arguments: String.self, Int.self) { @MainActor _, text, count in
        title("\(text)\(count)")
      }
    case .mainActorAsynchronous:
      try container.register(String.self, name: "n", arguments: String.self, Int.self) { @MainActor _, text, count in
        await load("\(text)\(count)")
      }
    }
    try await effect.expect("Q3") {
      try container.resolve(String.self, name: "n", arguments: "Q", 3)
    } asynchronous: {
      try await container.resolve(String.self, name: "n", arguments: "Q", 3)
    }
  }

  @Test(arguments: Effect.allCases)
  private func `resolve passes three arguments to a keyed, protected factory of any effect`(
    effect: Effect
  ) async throws {
    switch effect {
    case .synchronous:
      try container.register(
        String.self, key: 7, arguments: String.self, Int.self, Bool.self, isOverridable: false
      ) { _, a, b, c in "\(a)\(b)\(c)" }
    case .asynchronous:
      try container.register(
        String.self, key: 7, arguments: String.self, Int.self, Bool.self, isOverridable: false
      ) { _, a, b, c in await fetch("\(a)\(b)\(c)") }
    case .mainActor:
      try container.register(
        String.self, key: 7, arguments: String.self, Int.self, Bool.self, isOverridable: false
      ) { @MainActor _, a, b, c in title("\(a)\(b)\(c)") }
    case .mainActorAsynchronous:
      try container.register(
        String.self, key: 7, arguments: String.self, Int.self, Bool.self, isOverridable: false
      ) { @MainActor _, a, b, c in await load("\(a)\(b)\(c)") }
    }
    try await effect.expect("Q3true") {
      try container.resolve(String.self, key: 7, arguments: "Q", 3, true)
    } asynchronous: {
      try await container.resolve(String.self, key: 7, arguments: "Q", 3, true)
    }
    #expect(throws: AstrojectError.self) {
      try container.register(String.self, key: 7, arguments: String.self, Int.self, Bool.self) { _, _, _, _ in "" }
    }
  }

  @Test(arguments: Effect.allCases)
  private func `resolve passes four arguments to a factory of any effect`(effect: Effect) async throws {
    switch effect {
    case .synchronous:
      try container.register(String.self, arguments: String.self, Int.self, Bool.self, Double.self) { _, a, b, c, d in
        "\(a)\(b)\(c)\(d)"
      }
    case .asynchronous:
      try container.register(String.self, arguments: String.self, Int.self, Bool.self, Double.self) { _, a, b, c, d in
        await fetch("\(a)\(b)\(c)\(d)")
      }
    case .mainActor:
      try container.register(
        String.self, arguments: String.self, Int.self, Bool.self, Double.self
      ) { @MainActor _, a, b, c, d in title("\(a)\(b)\(c)\(d)") }
    case .mainActorAsynchronous:
      try container.register(
        String.self, arguments: String.self, Int.self, Bool.self, Double.self
      ) { @MainActor _, a, b, c, d in await load("\(a)\(b)\(c)\(d)") }
    }
    try await effect.expect("Q3true0.5") {
      try container.resolve(String.self, arguments: "Q", 3, true, 0.5)
    } asynchronous: {
      try await container.resolve(String.self, arguments: "Q", 3, true, 0.5)
    }
  }

  @Test(arguments: Effect.allCases)
  private func `resolve passes twelve arguments to a factory of any effect`(effect: Effect) async throws {
    let number = Int.self
    switch effect {
    case .synchronous:
      try container.register(
        String.self, arguments: number, number, number, number, number, number, number, number, number, number, number,
        String.self
      ) { _, a, b, c, d, e, f, g, h, i, j, k, l in "\([a, b, c, d, e, f, g, h, i, j, k])\(l)" }
    case .asynchronous:
      try container.register(
        String.self, arguments: number, number, number, number, number, number, number, number, number, number, number,
        String.self
      ) { _, a, b, c, d, e, f, g, h, i, j, k, l in await fetch("\([a, b, c, d, e, f, g, h, i, j, k])\(l)") }
    case .mainActor:
      try container.register(
        String.self, arguments: number, number, number, number, number, number, number, number, number, number, number,
        String.self
      ) { @MainActor _, a, b, c, d, e, f, g, h, i, j, k, l in title("\([a, b, c, d, e, f, g, h, i, j, k])\(l)") }
    case .mainActorAsynchronous:
      try container.register(
        String.self, arguments: number, number, number, number, number, number, number, number, number, number, number,
        String.self
      ) { @MainActor _, a, b, c, d, e, f, g, h, i, j, k, l in await load("\([a, b, c, d, e, f, g, h, i, j, k])\(l)") }
    }
    try await effect.expect("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].") {
      try container.resolve(String.self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ".")
    } asynchronous: {
      try await container.resolve(String.self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ".")
    }
  }

  @Test(arguments: Effect.allCases)
  private func `register takes factories of any effect together with ifRegistered: .keep`(effect: Effect) async throws {
    switch effect {
    case .synchronous:
      try container.register(String.self, ifRegistered: .keep) { "a" }
      try container.register(String.self, name: "n", ifRegistered: .keep) { _ in "b" }
      try container.register(String.self, argument: Int.self, ifRegistered: .keep) { _, count in "\(count)" }
      try container.register(String.self, arguments: Int.self, Bool.self, ifRegistered: .keep) { _, a, b in "\(a)\(b)" }
    case .asynchronous:
      try container.register(String.self, ifRegistered: .keep) { await fetch("a") }
      try container.register(String.self, name: "n", ifRegistered: .keep) { _ in await fetch("b") }
      try container.register(String.self, argument: Int.self, ifRegistered: .keep) { _, count in await fetch("\(count)")
      }
      try container.register(String.self, arguments: Int.self, Bool.self, ifRegistered: .keep) { _, a, b in
        await fetch("\(a)\(b)")
      }
    case .mainActor:
      try container.register(String.self, ifRegistered: .keep) { @MainActor in title("a") }
      try container.register(String.self, name: "n", ifRegistered: .keep) { @MainActor _ in title("b") }
      try container.register(String.self, argument: Int.self, ifRegistered: .keep) { @MainActor _, count in
        title("\(count)")
      }
      try container.register(String.self, arguments: Int.self, Bool.self, ifRegistered: .keep) { @MainActor _, a, b in
        title("\(a)\(b)")
      }
    case .mainActorAsynchronous:
      try container.register(String.self, ifRegistered: .keep) { @MainActor in await load("a") }
      try container.register(String.self, name: "n", ifRegistered: .keep) { @MainActor _ in await load("b") }
      try container.register(String.self, argument: Int.self, ifRegistered: .keep) { @MainActor _, count in
        await load("\(count)")
      }
      try container.register(String.self, arguments: Int.self, Bool.self, ifRegistered: .keep) { @MainActor _, a, b in
        await load("\(a)\(b)")
      }
    }
    try await effect.expect("a") {
      try container.resolve(String.self)
    } asynchronous: {
      try await container.resolve(String.self)
    }
    try await effect.expect("b") {
      try container.resolve(String.self, name: "n")
    } asynchronous: {
      try await container.resolve(String.self, name: "n")
    }
    try await effect.expect("5") {
      try container.resolve(String.self, argument: 5)
    } asynchronous: {
      try await container.resolve(String.self, argument: 5)
    }
    try await effect.expect("5true") {
      try container.resolve(String.self, arguments: 5, true)
    } asynchronous: {
      try await container.resolve(String.self, arguments: 5, true)
    }
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
    try await effect.expect("ab") {
      try container.resolveAll(String.self).joined()
    } asynchronous: {
      try await container.resolveAll(String.self).joined()
    }
  }

  @Test(arguments: Effect.allCases)
  private func `afterInit takes hooks of any effect and runs them for each transient instance`(
    effect: Effect
  ) async throws {
    let log = Recorder<String>()
    let registration = try container.register(String.self) { "a" }.asTransient()
    switch effect {
    case .synchronous: registration.afterInit { _, product in log.note(product) }
    case .asynchronous: registration.afterInit { _, product in log.note(await fetch(product)) }
    case .mainActor: registration.afterInit { @MainActor _, product in log.note(title(product)) }
    case .mainActorAsynchronous: registration.afterInit { @MainActor _, product in log.note(await load(product)) }
    }
    try await effect.expect("a") {
      try container.resolve(String.self)
    } asynchronous: {
      try await container.resolve(String.self)
    }
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
    let page = try await container.resolve(Page.self)
    #expect(page.number == 2)
    await Call.synchronous.expectResolveThrows(Page.self, in: container, .asynchronousFactory)
    try container.contribute(initializer: Injection(loadPage))
    #expect(try await container.resolveAll(Page.self).map(\.number) == [2, 1])
  }
}

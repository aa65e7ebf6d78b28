import Nexus
import AstrojectTesting
import TestSupport
import Testing

private final class Slow: Sendable {
  init() {}
  init(awaiting number: Int) async {}
}

private final class User {
  let slow: Slow
  init(_ slow: Slow) { self.slow = slow }
}

private final class Owner {
  let user: User
  init(_ user: User) { self.user = user }
}

private protocol Service: Sendable {}
private final class LiveService: Service {}

private final class Hooked { var slow: Slow? }

/// A service that is built asynchronously, on the main actor, or at the end of a chain of initializers.
private enum Need: CaseIterable {
  case asynchronous, onMainActor

  func register(in container: Container) throws {
    switch self {
    case .asynchronous: try container.register(Slow.self) { () async in Slow() }
    case .onMainActor: try container.register(Slow.self) { @MainActor in Slow() }
    }
  }

  func remedy(in owner: String, of need: String = "Slow") -> String {
    let closure = "await it in the closure of \(owner): `{ resolver in … try await resolver.resolve(\(need).self) … }`"
    return switch self {
    case .asynchronous: closure + "."
    case .onMainActor: closure + "; or have it run there: `{ @MainActor resolver in … }`."
    }
  }
}

/// A closure that asks for what has to be awaited, without awaiting it, and the same closure after the remedy.
private struct Asking: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let owner: String
  var need = "Slow"
  let register: @Sendable (Container) throws -> Void
  let mend: @Sendable (Container) throws -> Void
  let resolve: @Sendable (Container) async throws -> Void

  static let all = [
    Asking(testDescription: "a factory", owner: "User") {
      try $0.register(User.self) { resolver in User(try resolver.resolve(Slow.self)) }
    } mend: {
      try $0.register(User.self) { resolver in User(try await resolver.resolve(Slow.self)) }
    } resolve: {
      _ = try await $0.resolve(User.self)
    },
    Asking(testDescription: "a factory behind an initializer", owner: "User") {
      try $0.register(User.self) { resolver in User(try resolver.resolve(Slow.self)) }
      try $0.register(initializer: Owner.init)
    } mend: {
      try $0.register(User.self) { resolver in User(try await resolver.resolve(Slow.self)) }
    } resolve: {
      _ = try await $0.resolve(Owner.self)
    },
    Asking(testDescription: "a factory that resolves an initializer", owner: "Owner", need: "User") {
      try $0.register(initializer: User.init)
      try $0.register(Owner.self) { resolver in Owner(try resolver.resolve(User.self)) }
    } mend: {
      try $0.register(Owner.self) { resolver in Owner(try await resolver.resolve(User.self)) }
    } resolve: {
      _ = try await $0.resolve(Owner.self)
    },
    Asking(testDescription: "a hook of an initializer", owner: "Hooked") {
      try $0.register(initializer: Hooked.init).afterInit { resolver, hooked in
        hooked.slow = try resolver.resolve(Slow.self)
      }
    } mend: {
      try $0.register(initializer: Hooked.init).afterInit { resolver, hooked in
        hooked.slow = try await resolver.resolve(Slow.self)
      }
    } resolve: {
      _ = try await $0.resolve(Hooked.self)
    },
    Asking(testDescription: "the closure of a rule", owner: "User") {
      try $0.register(
        initializer: User.init, with: .resolving { @Sendable resolver in try resolver.resolve(Slow.self, name: nil) })
    } mend: {
      try $0.register(
        initializer: User.init, with: .resolving { @Sendable resolver in try await resolver.resolve(Slow.self) })
    } resolve: {
      _ = try await $0.resolve(User.self)
    },
    Asking(testDescription: "a decorator", owner: "Hooked") {
      try $0.register(Hooked.self) { Hooked() }
      try $0.decorate(Hooked.self) { resolver, hooked in
        hooked.slow = try resolver.resolve(Slow.self)
        return hooked
      }
    } mend: {
      $0.clear()
      try $0.register(Slow.self) { () async in Slow() }
      try $0.register(Hooked.self) { Hooked() }
      try $0.decorate(Hooked.self) { resolver, hooked in
        hooked.slow = try await resolver.resolve(Slow.self)
        return hooked
      }
    } resolve: {
      _ = try await $0.resolve(Hooked.self)
    },
  ]
}

@Suite("Remedies for closures that do not await")
struct AwaitedRemedyTests {
  @Test(arguments: Asking.all, Need.allCases)
  private func `the remedy for a closure that does not await is to await in it, which then works`(
    asking: Asking, need: Need
  ) async throws {
    let container = Container()
    try need.register(in: container)
    try asking.register(container)
    let error = await Call.asynchronous.error { _ in try await asking.resolve(container) }
    #expect(error?.kind == (need == .asynchronous ? .asynchronousFactory : .isolationMismatch))
    #expect(error?.remedy == need.remedy(in: asking.owner, of: asking.need))
    try asking.mend(container)
    try await asking.resolve(container)
  }

  @Test func `the remedy for an initializer that is resolved synchronously is to await the resolve`() async throws {
    let container = Container()
    try Need.asynchronous.register(in: container)
    try container.register(initializer: User.init)
    try container.register(initializer: Owner.init)
    let error = await Call.synchronous.error { try await $0.resolve(Owner.self, in: container) }
    #expect(error?.remedy?.hasPrefix("await it: `try await container.resolve(Owner.self)`.") == true)
    _ = try await container.resolve(Owner.self)
  }

  @Test func `a forwarded parameter that is resolved synchronously is not taken for a closure's request`() async throws
  {
    final class Client { init(_ service: any Service) {} }
    let container = Container()
    try container.register(LiveService.self) { () async in LiveService() }.implements((any Service).self)
    try container.register(initializer: Client.init)
    let error = await Call.synchronous.error { try await $0.resolve(Client.self, in: container) }
    #expect(
      error?.remedy?.hasPrefix("await it: `try await container.resolve(AwaitedRemedyTests.Client.self)`.") == true)
    _ = try await container.resolve(Client.self)
  }
}

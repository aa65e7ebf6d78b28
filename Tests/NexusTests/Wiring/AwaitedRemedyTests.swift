import TestSupport
import Testing

private final class Slow: Sendable {
  init() {}
  init(awaiting number: Int) async {}
}

private final class User { init(_ slow: Slow) {} }
private final class Owner { init(_ user: User) {} }

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

  func remedy(for asking: Asking) -> String {
    let list = "resolver\(asking.isOfHook || asking.isOfDecorator ? ", …" : "")"
    let closure =
      "await it in the closure of \(asking.owner): `{ \(list) in … try await resolver.resolve(\(asking.need).self) … }`"
    let there =
      asking.isOfDecorator
      ? "initializer: Injection { @MainActor (resolver: Resolver, …) in … }" : "{ @MainActor \(list) in … }"
    // The closure of a rule runs where the initializer does.
    return self == .asynchronous || asking.isOfRule ? closure + "." : "\(closure); or have it run there: `\(there)`."
  }
}

/// A closure that asks for what has to be awaited, without awaiting it.
private struct Asking: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let owner: String
  let need: String
  var isOfDecorator: Bool { testDescription == "a decorator" }
  var isOfHook: Bool { testDescription == "a hook of an initializer" }
  var isOfRule: Bool { testDescription == "the closure of a rule" }
  let register: @Sendable (Container) throws -> Void
  let resolve: @Sendable (Container) async throws -> Void

  init<Product>(
    _ testDescription: String, of owner: String, need: String = "Slow", resolving type: Product.Type,
    register: @escaping @Sendable (Container) throws -> Void
  ) {
    (self.testDescription, self.owner, self.need, self.register) = (testDescription, owner, need, register)
    resolve = { _ = try await $0.resolve(type) }
  }

  static let all = [
    Asking("a factory", of: "User", resolving: User.self) {
      try $0.register(User.self) { resolver in User(try resolver.resolve(Slow.self)) }
    },
    Asking("a factory behind an initializer", of: "User", resolving: Owner.self) {
      try $0.register(User.self) { resolver in User(try resolver.resolve(Slow.self)) }
      try $0.register(initializer: Owner.init)
    },
    Asking("a factory that resolves an initializer", of: "Owner", need: "User", resolving: Owner.self) {
      try $0.register(initializer: User.init)
      try $0.register(Owner.self) { resolver in Owner(try resolver.resolve(User.self)) }
    },
    Asking("a hook of an initializer", of: "Hooked", resolving: Hooked.self) {
      try $0.register(initializer: Hooked.init).afterInit { resolver, hooked in
        hooked.slow = try resolver.resolve(Slow.self)
      }
    },
    Asking("the closure of a rule", of: "User", resolving: User.self) {
      try $0.register(
        initializer: User.init, with: .resolving { @Sendable resolver in try resolver.resolve(Slow.self, name: nil) })
    },
    Asking("a decorator", of: "Hooked (decorator)", resolving: Hooked.self) {
      try $0.register(Hooked.self) { Hooked() }
      try $0.decorate(Hooked.self) { resolver, hooked in
        hooked.slow = try resolver.resolve(Slow.self)
        return hooked
      }
    },
  ]
}

// `Remedy.forEffects` has the programs that follow these remedies.
@Suite("Remedies for closures that do not await")
struct AwaitedRemedyTests {
  private let container = Container()

  @Test(arguments: Asking.all, Need.allCases)
  private func `the remedy for a closure that does not await is to await`(asking: Asking, need: Need) async throws {
    try need.register(in: container)
    try asking.register(container)
    let error = await Call.asynchronous.error { _ in try await asking.resolve(container) }
    #expect(error?.kind == (need == .asynchronous ? .asynchronousFactory : .isolationMismatch))
    #expect(error?.remedy == need.remedy(for: asking))
  }

  @Test func `the remedy for an initializer that is resolved synchronously is to await the resolve`() async throws {
    try Need.asynchronous.register(in: container)
    try container.register(initializer: User.init)
    try container.register(initializer: Owner.init)
    let error = await Call.synchronous.error { try await $0.resolve(Owner.self, in: container) }
    #expect(error?.remedy?.hasPrefix("await it: `try await container.resolve(Owner.self)`.") == true)
  }

  @Test func `a forwarded parameter that is resolved at once is no closure's request`() async throws {
    final class Client { init(_ service: any Service) {} }
    try container.register(LiveService.self) { () async in LiveService() }.implements((any Service).self)
    try container.register(initializer: Client.init)
    let error = await Call.synchronous.error { try await $0.resolve(Client.self, in: container) }
    #expect(error?.remedy?.hasPrefix("await it: `try await container.resolve(Client.self)`.") == true)
    _ = try await container.resolve(Client.self)
  }
}

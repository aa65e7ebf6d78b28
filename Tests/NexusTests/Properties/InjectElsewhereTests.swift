import TestSupport
import Testing

private final class Clock: Sendable {}
private protocol Timed: AnyObject, Sendable {}

private final class Model: Timed, @unchecked Sendable {
  let number = 1
  @Inject var clock: Clock
}

private class Parent: @unchecked Sendable {
  private let text = "parent"
  @Inject private var clock: Clock
}
private final class Child: Parent, @unchecked Sendable { let other = 2 }
private final class Named: @unchecked Sendable { @Inject(name: "wall") var clock: Clock }
private final class Generic<Value>: @unchecked Sendable {
  let value: Value? = nil
  @Inject var clock: Clock
}

private struct Value: Sendable {
  let flag = true
  @Inject var clock: Clock
  init() {}
}
private protocol Valued: Sendable {}
extension Value: Valued {}

private actor Worker {
  var jobs: [Int] = []
  @Inject var clock: Clock
}

/// Has properties that are never unfilled.
private final class Lazily: @unchecked Sendable { @InjectLazy var clock: Clock }

private final class Picky: @unchecked Sendable {
  @Inject var clock: Clock?
  let hadClock: Bool
  init() { hadClock = _clock.wrappedValue != nil }
}

private final class Owner { init(_ model: Model) {} }

/// A type whose property another thread cannot fill.
private struct Kind: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let register: @Sendable (Container, AnyScope, _ awaiting: Bool) throws -> Void
  let resolve: @Sendable (Container, Call) async throws -> Void

  init<Product>(
    _ name: String, _ type: Product.Type = Product.self, make: @escaping @Sendable () -> Unchecked<Product>
  ) {
    testDescription = name
    register = { container, scope, isAwaiting in
      if isAwaiting {
        scope.apply(to: try container.register(type) { () async throws in try await onThread { make() }.value })
      } else {
        scope.apply(to: try container.register(type) { try #require(onOwnThread { make() }).value })
      }
    }
    resolve = { container, call in _ = try await call.resolve(type, in: container) as Product }
  }

  static let all: [Kind] = [
    Kind("class") { Unchecked(Model()) }, Kind("subclass") { Unchecked(Child()) },
    Kind("name") { Unchecked(Named()) }, Kind("generic class") { Unchecked(Generic<[Int]>()) },
    Kind("struct") { Unchecked(Value()) }, Kind("actor") { Unchecked(Worker()) },
    Kind("protocol", (any Timed).self) { Unchecked(Model()) },
    Kind("protocol of a struct", (any Valued).self) { Unchecked(Value()) },
    Kind("optional", Model?.self) { Unchecked(Model()) },
    Kind("superclass", Parent.self) { Unchecked(Child()) },
  ]
}

@Suite("An injected property of an object that a factory makes on another thread", .ownThreads)
struct InjectElsewhereTests {
  private let container = Container()

  init() throws { try container.register(Clock.self) { Clock() } }

  @Test(arguments: Kind.all, [AnyScope.transient, .graph, .singleton, .scoped])
  fileprivate func `fails the resolve of a synchronous and of an asynchronous factory`(kind: Kind, scope: AnyScope)
    async throws
  {
    try kind.register(container, scope, false)
    for call in Call.allCases + Call.allCases { await refused(kind, call) }
    try kind.register(container, scope, true)
    for _ in 1...3 { await refused(kind, .asynchronous) }
  }

  private func refused(_ kind: Kind, _ call: Call) async {
    let error = await call.expectError(.noRegistrationFound) { try await kind.resolve(container, $0) }
    #expect(error?.headline.contains("The property `clock` of ") ?? false)
    #expect(error?.headline.hasSuffix("its container is not known: there is no current container.") ?? false)
    #expect(error?.route.last == (kind.testDescription == "name" ? "Clock named \"wall\"" : "Clock"))
  }

  @Test(arguments: Call.allCases)
  func `fails the resolve of what takes the object`(call: Call) async throws {
    try container.register(Model.self) { try #require(onOwnThread { Model() }) }
    try container.register(initializer: Owner.init)
    #expect(await call.error(resolving: Owner.self, in: container)?.route == ["Owner", "Model", "Clock"])
  }

  @Test(arguments: Call.allCases)
  func `does not concern other objects, or ones that are made elsewhere and registered`(call: Call) async throws {
    let broken = try #require(onOwnThread { Model() })
    try container.register(instance: broken).ownedExternally()
    try container.register(initializer: Child.init)
    try container.register(Lazily.self) { try #require(onOwnThread { Lazily() }) }
    for _ in 1...3 {
      #expect(try await call.resolve(Model.self, in: container) === broken)
      _ = try await call.resolve(Child.self, in: container)
      _ = try await call.resolve(Lazily.self, in: container)
    }
    withExtendedLifetime(broken) {}
  }

  @Test(arguments: Call.allCases)
  func `is nil in init if it is an optional whose factory throws, and the resolve throws`(call: Call) async throws {
    let seen = Guarded<Bool?>(nil)
    try container.register(Clock.self) { throw Objection() }
    try container.register(Picky.self) {
      let picky = Picky()
      seen.withLock { $0 = picky.hadClock }
      return picky
    }
    #expect(await call.error(resolving: Picky.self, in: container)?.kind == .factoryFailed && seen.now == false)
  }
}

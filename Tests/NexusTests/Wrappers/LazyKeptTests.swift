import TestSupport
import Testing

@Suite("A Lazy of an instance that is kept already", .ownThreads)
struct LazyKeptTests {
  private let container = Container()

  private final class Fruit: Sendable {}

  /// Makes a container that has built its fruit.
  private static func make(_ scope: AnyScope = .singleton) throws -> (container: Container, fruit: Fruit) {
    let container = Container()
    scope.apply(to: try container.register(Fruit.self) { Fruit() })
    try container.register(initializer: LazyOwner<Fruit>.init)
    // The second request publishes what there is.
    _ = try container.resolve(Fruit.self)
    return (container, try container.resolve(Fruit.self))
  }

  @Test(arguments: [AnyScope.singleton, .disposable, .scoped, .weak], Call.allCases)
  func `a Lazy gives the kept instance, and then that one for good`(scope: AnyScope, call: Call) async throws {
    let (container, fruit) = try LazyKeptTests.make(scope)
    let basket = try await call.resolve(LazyOwner<Fruit>.self, in: container)
    #expect(try await call.value(of: basket.lazy) === fruit)
    try container.register(Fruit.self) { Fruit() }.asSingleton()
    for call in Call.allCases { #expect(try await call.value(of: basket.lazy) === fruit) }
    #expect(try await call.resolve(Fruit.self, in: container) !== fruit)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy gives the kept instance of its name, and of its container's parent`(call: Call) async throws {
    try container.register(Int.self, name: "port") { 80 }.asSingleton()
    try container.register(Int.self) { 1 }.asSingleton()
    for _ in 0..<2 {
      _ = try await (call.resolve(Int.self, name: "port", in: container), call.resolve(Int.self, in: container))
    }
    let child = container.makeChild()
    for resolving in [container, child] {
      let (named, plain) = try await (
        call.resolve(Lazy<Int>.self, name: "port", in: resolving), call.resolve(Lazy<Int>.self, in: resolving)
      )
      #expect(try await call.value(of: named) == 80)
      #expect(try await call.value(of: plain) == 1)
    }
  }

  @Test(arguments: Call.allCases)
  func `a Lazy whose value is being built takes no instance that is kept meanwhile`(call: Call) async throws {
    let shelf = Guarded<Lazy<Fruit>?>(nil)
    let other = Fruit()
    try container.register(Fruit.self) { resolver in
      try container.register(instance: other)
      for _ in 0..<2 { #expect(try container.resolve(Fruit.self) === other) }
      let lazy = try #require(shelf.now)
      expectThrows(.circularDependency) { try lazy.value }
      return Fruit()
    }
    let lazy = try await call.resolve(Lazy<Fruit>.self, in: container)
    shelf.withLock { $0 = lazy }
    let fruit = try await call.value(of: lazy)
    #expect(fruit !== other)
    for call in Call.allCases { #expect(try await call.value(of: lazy) === fruit) }
  }

  @Test(arguments: Call.allCases)
  func `a Lazy of a kept instance throws if its container is gone or has ended`(call: Call) async throws {
    let basket: LazyOwner<Fruit>
    do {
      let (container, _) = try LazyKeptTests.make()
      basket = try await call.resolve(in: container)
      let stray = try await container.withChild { try await call.resolve(Lazy<Fruit>.self, in: $0) }
      await call.expectError(.containerReleased) { try await $0.value(of: stray) }
    }
    await call.expectError(.containerReleased) { try await $0.value(of: basket.lazy) }
  }

  @Test(arguments: Call.allCases)
  func `a behavior sees that a Lazy asks for a kept instance, once`(call: Call) async throws {
    let (container, fruit) = try LazyKeptTests.make()
    let lazy = try await call.resolve(Lazy<Fruit>.self, in: container)
    let recorder = ResolutionRecorder()
    container.add(recorder)
    for _ in 0..<2 { #expect(try await call.value(of: lazy) === fruit) }
    expectResolved(Fruit.self, times: 1, in: recorder)
  }
}

import Foundation
import TestSupport
import Testing

@Suite("A Lazy in many threads and tasks", .ownThreads)
struct LazyConcurrencyTests {
  private let container = Container()

  private final class Fruit: Sendable {}
  @Test(arguments: Crowd.all, [true, false])
  func `a Lazy builds its target once for 8 threads and tasks at once`(crowd: Crowd, isSlow: Bool) async throws {
    let made = Counter()
    try container.register(Fruit.self) {
      made.increment()
      if isSlow { takeAWhile() }
      return Fruit()
    }.asTransient()
    for round in rounds(isSlow ? 100 : 500) {
      let lazy = try await container.resolve(Lazy<Fruit>.self)
      let results = await crowd.resolve(lazy)
      let fruits = Set(try results.map { ObjectIdentifier(try $0.get()) })
      #expect(fruits.count == 1 && made.value == round + 1, "round \(round)")
    }
  }

  @Test func `an awaited Lazy builds once, and a blocking caller gets the same instance or an error`() async throws {
    let made = Counter()
    try container.register(Fruit.self) { () async in await later(made.count(Fruit())) }
    for round in rounds(100) {
      let lazy = try await container.resolve(Lazy<Fruit>.self)
      let results = await Crowd(threads: 2, tasks: 2).run { _ -> Fruit? in
        do { return try lazy.value } catch AstrojectError.asynchronousFactory { return nil }
      } asynchronous: { _ in
        try await lazy.get()
      }
      #expect(made.value == round + 1, "round \(round)")
      for result in results[2...] { #expect(try result.get() === lazy.value) }
      for result in results[..<2] { if let fruit = try result.get() { #expect(try fruit === lazy.value) } }
    }
  }

  @Test(arguments: Crowd.all)
  func `a failure of a Lazy reaches every waiter, and later callers try again`(crowd: Crowd) async throws {
    for round in rounds(30) {
      let container = Container()
      let fails = Guarded(true)
      try container.register(Fruit.self) {
        takeAWhile()
        if fails.now { throw Objection() }
        return Fruit()
      }
      let lazy = try await container.resolve(Lazy<Fruit>.self)
      let results = await crowd.resolve(lazy)
      for result in results { #expect(throws: AstrojectError.self, "round \(round)") { try result.get() } }
      fails.withLock { $0 = false }
      let others = await crowd.resolve(lazy)
      #expect(Set(try others.map { ObjectIdentifier(try $0.get()) }).count == 1, "round \(round)")
    }
  }

  @Test func `cancelling a task that waits for a Lazy does not affect the task that builds it`() async throws {
    let started = Gate()
    let mayEnd = Gate()
    try container.register(Fruit.self) { () async in
      started.open()
      await mayEnd.pass()
      return Fruit()
    }
    let lazy = try await container.resolve(Lazy<Fruit>.self)
    let builder = Task { try await lazy.get() }
    await started.pass()
    let waiter = Task { try await lazy.get() }
    waiter.cancel()
    #expect(await waiter.result.kind == .cancelled)
    mayEnd.open()
    let fruit = try await builder.value
    #expect(try lazy.value === fruit)
  }

  @Test func `a Lazy finds its tree's instances on other threads while the tree is being built`() async throws {
    final class Seed: Sendable {}
    struct Leaf: Sendable { let seed: Seed }
    struct Owner: Sendable { let seed: Seed, leaves: [Leaf] }
    try container.register(initializer: Seed.init)
    try container.register(initializer: Leaf.init).asTransient()
    try container.register(Owner.self) { resolver in
      let seed: Seed = try resolver.resolve()
      let lazy: Lazy<Leaf> = try resolver.resolve()
      let other: Lazy<Leaf> = try resolver.resolve()
      let leaves = Guarded<[Leaf]>([])
      let meeting = Barrier(count: 4)
      for _ in 0..<3 {
        Thread.detachNewThread {
          if let leaf = try? lazy.value { leaves.withLock { $0.append(leaf) } }
          if let leaf = try? other.value { leaves.withLock { $0.append(leaf) } }
          meeting.wait()
        }
      }
      meeting.wait()
      return Owner(seed: seed, leaves: leaves.now)
    }
    for round in rounds(100) {
      let owner = try synchronously { try container.resolve(Owner.self) }
      #expect(owner.leaves.count == 6 && owner.leaves.allSatisfy { $0.seed === owner.seed }, "round \(round)")
    }
  }

  @Test(arguments: Crowd.all, [AnyScope.disposable, .singleton])
  func `a Lazy returns one instance although its target, kept or not, is released and replaced meanwhile`(
    crowd: Crowd, scope: AnyScope
  ) async throws {
    for round in rounds(200) {
      let container = Container()
      scope.apply(to: try container.register(Fruit.self) { Fruit() })
      // A singleton is kept before. The second request publishes it.
      if scope == .singleton { for _ in 0..<2 { _ = try await container.resolve(Fruit.self) } }
      let lazy = try await container.resolve(Lazy<Fruit>.self)
      let results = await crowd.resolve(lazy) { number in
        if number % 4 == 0 { container.release(Fruit.self) }
        if number % 4 == 1 { try container.register(Fruit.self) { Fruit() }.asDisposableSingleton() }
        if number % 4 == 2 { try container.register(Fruit.self) { Fruit() } }
        if number % 4 == 3 { try container.register(instance: Fruit()) }
      }
      #expect(Set(try results.map { ObjectIdentifier(try $0.get()) }).count == 1, "round \(round)")
    }
  }

  @Test(arguments: Call.allCases)
  func `a Lazy resolves or throws containerReleased while its container is released`(call: Call) async throws {
    for round in rounds(200) {
      let shelf = Guarded<Container?>(Container())
      try shelf.now?.register(Fruit.self) { Fruit() }.asSingleton()
      try shelf.now?.register(initializer: LazyOwner<Fruit>.init)
      let basket = try await { try await call.resolve(LazyOwner<Fruit>.self, in: try #require(shelf.now)) }()
      let crowd = call == .synchronous ? Crowd(threads: 3) : Crowd(threads: 1, tasks: 2)
      let results = await crowd.run { number -> Fruit? in
        if number == 0 {
          let container = shelf.withLock { $0.take() }
          withExtendedLifetime(container) {}
          return nil
        }
        return try basket.lazy.value
      } asynchronous: { _ in
        try await basket.lazy.get()
      }
      for case .failure(let error) in results {
        #expect((error as? AstrojectError)?.kind == .containerReleased, "round \(round): \(error)")
      }
    }
  }
}

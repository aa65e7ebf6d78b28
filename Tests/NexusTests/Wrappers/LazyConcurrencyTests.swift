import Foundation
import Nexus
import AstrojectTesting
import TestSupport
import Testing

@Suite("A Lazy in many threads and tasks", .ownThreads)
struct LazyConcurrencyTests {
  private final class Fruit: Sendable {}
  private final class Basket: Sendable {
    let fruit: Lazy<Fruit>
    let provider: Provider<Fruit>
    init(_ fruit: Lazy<Fruit>, _ provider: Provider<Fruit>) {
      self.fruit = fruit
      self.provider = provider
    }
  }
  private struct Rotten: Error {}

  private static func make(_ span: Span, _ made: Counter) throws -> Container {
    let container = Container()
    span.apply(
      to: try container.register(Fruit.self) {
        made.increment()
        takeAWhile()
        return Fruit()
      })
    try container.register(initializer: Basket.init)
    return container
  }

  @Test(arguments: Crowd.all)
  func `a Lazy builds its target once for 8 threads and tasks at the same time`(crowd: Crowd) async throws {
    for round in rounds(100) {
      let made = Counter()
      let container = try LazyConcurrencyTests.make(.transient, made)
      let basket = try await container.resolve(Basket.self)
      let results = await crowd.run { _ in
        try basket.fruit.value
      } asynchronous: { _ in
        try await basket.fruit.get()
      }
      let fruits = Set(try results.map { ObjectIdentifier(try $0.get()) })
      #expect(fruits.count == 1 && made.value == 1, "round \(round)")
    }
  }

  @Test(arguments: Crowd.all)
  func `a Lazy with a fast factory builds its target once for 8 threads and tasks`(crowd: Crowd) async throws {
    let made = Counter()
    let container = Container()
    try container.register(Fruit.self) {
      made.increment()
      return Fruit()
    }
    for round in rounds(500) {
      let lazy = try await container.resolve(Lazy<Fruit>.self)
      let results = await crowd.run { _ in
        try lazy.value
      } asynchronous: { _ in
        try await lazy.get()
      }
      let fruits = try results.map { try $0.get() }
      guard fruits.allSatisfy({ $0 === fruits[0] }), made.value == round + 1 else {
        Issue.record("round \(round): \(made.value) builds")
        return
      }
    }
  }

  @Test func `a Lazy builds an asynchronous target once for 8 tasks at the same time`() async throws {
    for round in rounds(100) {
      let container = Container()
      let made = Counter()
      try container.register(Fruit.self) { () async in
        made.increment()
        await Task.yield()
        return Fruit()
      }
      let lazy = try await container.resolve(Lazy<Fruit>.self)
      let results = await Crowd(tasks: 8).run { _ in
        try lazy.value
      } asynchronous: { _ in
        try await lazy.get()
      }
      #expect(Set(try results.map { ObjectIdentifier(try $0.get()) }).count == 1, "round \(round)")
      #expect(made.value == 1, "round \(round)")
    }
  }

  @Test func `a blocking caller of an awaited Lazy gets the same instance or an error`() async throws {
    let container = Container()
    try container.register(Fruit.self) { () async in
      await Task.yield()
      return Fruit()
    }
    for _ in rounds(100) {
      let lazy = try await container.resolve(Lazy<Fruit>.self)
      let results = await Crowd(threads: 2, tasks: 2).run { _ -> Fruit? in
        do { return try lazy.value } catch AstrojectError.asynchronousFactory { return nil }
      } asynchronous: { _ in
        try await lazy.get()
      }
      for result in results[2...] { #expect(try result.get() === lazy.value) }
      for result in results[..<2] { if let fruit = try result.get() { #expect(try fruit === lazy.value) } }
    }
  }

  @Test(arguments: Crowd.all)
  func `a failure of a Lazy reaches every waiter, and later callers try again`(crowd: Crowd) async throws {
    for round in rounds(100) {
      let container = Container()
      let fails = Guarded(true)
      try container.register(Fruit.self) {
        takeAWhile()
        if fails.now { throw Rotten() }
        return Fruit()
      }
      let lazy = try await container.resolve(Lazy<Fruit>.self)
      let results = await crowd.run { _ in
        try lazy.value
      } asynchronous: { _ in
        try await lazy.get()
      }
      for result in results {
        #expect(throws: AstrojectError.self, "round \(round)") { try result.get() }
      }
      fails.withLock { $0 = false }
      let others = await crowd.run { _ in
        try lazy.value
      } asynchronous: { _ in
        try await lazy.get()
      }
      #expect(Set(try others.map { ObjectIdentifier(try $0.get()) }).count == 1, "round \(round)")
    }
  }

  @Test func `cancelling a task that waits for a Lazy does not affect the task that builds it`() async throws {
    let started = Gate()
    let mayEnd = Gate()
    let container = Container()
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
    await #expect {
      _ = try await waiter.value
    } throws: { error in
      (error as? AstrojectError)?.kind == .cancelled
    }
    mayEnd.open()
    let fruit = try await builder.value
    #expect(try lazy.value === fruit)
  }

  @Test func `a Lazy finds its tree's instances on other threads while the tree is being built`() async throws {
    final class Seed: Sendable {}
    final class Leaf: Sendable {
      let seed: Seed
      init(_ seed: Seed) { self.seed = seed }
    }
    struct Owner: Sendable {
      let seed: Seed
      let leaves: [Leaf]
    }
    let container = Container()
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

  @Test(arguments: Crowd.all)
  func `a Lazy returns one instance although its target is released and replaced meanwhile`(crowd: Crowd) async throws {
    for round in rounds(100) {
      let container = Container()
      try container.register(Fruit.self) { Fruit() }.asDisposableSingleton()
      let lazy = try await container.resolve(Lazy<Fruit>.self)
      let disturb = { @Sendable (number: Int) in
        if number % 4 == 0 { container.release(Fruit.self) }
        if number % 4 == 1 { try container.register(Fruit.self) { Fruit() }.asDisposableSingleton() }
      }
      let results = await crowd.run { number in
        try disturb(number)
        return try lazy.value
      } asynchronous: { number in
        try disturb(number)
        return try await lazy.get()
      }
      #expect(Set(try results.map { ObjectIdentifier(try $0.get()) }).count == 1, "round \(round)")
    }
  }

  @Test(arguments: Call.allCases)
  func `a Lazy resolves or throws containerReleased while its container is released`(call: Call) async throws {
    for round in rounds(200) {
      let shelf = Guarded<Container?>(Container())
      try shelf.now?.register(Fruit.self) { Fruit() }.asSingleton()
      try shelf.now?.register(initializer: Basket.init)
      let basket = try await { try await call.resolve(Basket.self, in: try #require(shelf.now)) }()
      let crowd = call == .synchronous ? Crowd(threads: 3) : Crowd(threads: 1, tasks: 2)
      let results = await crowd.run { number -> Fruit? in
        if number == 0 {
          let container = shelf.withLock { $0.take() }
          withExtendedLifetime(container) {}
          return nil
        }
        return try basket.fruit.value
      } asynchronous: { _ in
        try await basket.fruit.get()
      }
      for case .failure(let error) in results {
        #expect((error as? AstrojectError)?.kind == .containerReleased, "round \(round): \(error)")
      }
    }
  }
}

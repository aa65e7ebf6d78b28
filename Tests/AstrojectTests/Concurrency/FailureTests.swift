import Foundation
import TestSupport
import Testing

private final class Product: Sendable {}
private final class Inner: Sendable {}
private final class Left: Sendable { init(_ product: Product) {} }
private final class Right: Sendable { init(_ product: Product) {} }

@Suite("Builds that fail or are cancelled", .ownThreads, .serialized)
struct FailureTests {
  private let container = Container()
  private let builds = Counter()

  @Test(arguments: Crowd.all, [false, true])
  func `a failed build reaches its waiters, and the callers after it share a further build, also for an argument`(
    crowd: Crowd, byArgument: Bool
  ) async throws {
    for _ in rounds(50) {
      let builds = Counter()
      let container = Container()
      let make = { @Sendable () throws -> Product in
        takeAWhile()
        if builds.increment() == 1 { throw Refusal() }
        return Product()
      }
      try container.register(Product.self, factory: make).asSingleton()
      try container.register(Product.self, argument: Int.self) { _, _ in try make() }.asSingleton()
      let results = await crowd.run {
        try byArgument ? container.resolve(Product.self, argument: 7) : container.resolve(Product.self)
      } asynchronous: {
        try await byArgument ? container.resolve(Product.self, argument: 7) : container.resolve(Product.self)
      }
      let failures = results.filter { (try? $0.get()) == nil }
      #expect(!failures.isEmpty && failures.allSatisfy { $0.kind == .factoryFailed })
      #expect(failures.allSatisfy { $0.thrown?.underlyingError is Refusal })
      // The callers after the failure share one further build with this one.
      let product =
        try await byArgument ? container.resolve(Product.self, argument: 7) : container.resolve(Product.self)
      #expect(builds.value == 2)
      for case .success(let other) in results { #expect(other === product) }
    }
  }

  @Test func `a waiter builds the singleton when the task that builds it is cancelled`() async throws {
    let started = Gate()
    try container.register(Product.self) { [builds] in
      if builds.increment() == 1 {
        started.open()
        try await sleepUntilCancelled()
      }
      return Product()
    }.asSingleton()
    let builder = Task { try await container.resolve(Product.self) }
    await started.pass()
    let waiter = Task { try await container.resolve(Product.self) }
    builder.cancel()
    #expect(await builder.result.kind == .cancelled)
    let product = try await waiter.value
    #expect(try await container.resolve(Product.self) === product)
    #expect(builds.value == 2)
  }

  @Test func `cancelling a task that waits for a build fails only that task`() async throws {
    let stop = Stop()
    try container.register(Product.self) { await stop.suspend(before: Product()) }.asSingleton()
    let builder = Task { try await container.resolve(Product.self) }
    await stop.begun.pass()
    let waiter = Task { try await container.resolve(Product.self) }
    let other = Task { try await container.resolve(Product.self) }
    waiter.cancel()
    #expect(await waiter.result.kind == .cancelled)
    stop.mayEnd.open()
    let product = try await builder.value
    #expect(try await other.value === product)
    #expect(stop.builds.value == 1)
  }

  @Test func `a build that fails because an inner task was cancelled is not repeated by its waiters`() async throws {
    let (slowStop, stop) = (Stop(), Stop())
    try container.register(Inner.self) { await slowStop.suspend(before: Inner()) }.asSingleton()
    let slow = Task { try await container.resolve(Inner.self) }
    await slowStop.begun.pass()
    try container.register(Product.self) { resolver in
      await stop.suspend()
      let inner = Task { try await resolver.resolve(Inner.self) }
      inner.cancel()
      _ = try await inner.value
      return Product()
    }.asSingleton()
    for name in ["one", "two"] {
      try container.register(Product.self, name: name) { resolver in try await resolver.resolve(Product.self) }
    }
    let builder = Task { try await container.resolve(Product.self) }
    await stop.begun.pass()
    let waiters = ["one", "two"].map { name in Task { try await container.resolve(Product.self, name: name) } }
    for name in ["one", "two"] { try await suspendUntil("Product named \"\(name)\" waits for Product") }
    stop.mayEnd.open()
    for task in [builder] + waiters { #expect(await task.result.kind == .cancelled) }
    slowStop.mayEnd.open()
    _ = try await slow.value
    #expect(stop.builds.value == 1)
  }

  @Test func `a waiter builds again if the builder failed because it ran off the main actor`() async throws {
    let (began, mayEnd) = (Gate(), Gate())
    try container.register(Inner.self) { @MainActor in Inner() }
    try container.register(Product.self) { [builds] resolver in
      guard builds.increment() == 1 else { return Product() }
      began.open()
      mayEnd.wait()
      // This thread is not the main one.
      _ = try resolver.resolve(Inner.self)
      return Product()
    }.asSingleton()
    try container.register(Left.self) { resolver in Left(try await resolver.resolve(Product.self)) }
    async let kind = onThread { [container] in Result { try container.resolve(Product.self) }.kind }
    await began.pass()
    let waiter = Task { try await container.resolve(Left.self) }
    try await suspendUntil("Left waits for Product")
    mayEnd.open()
    _ = try await waiter.value
    #expect(try await kind == .isolationMismatch)
    #expect(builds.value == 2)
  }

  @Test func `two callers of a failing build each get the error with their own path`() async throws {
    let stop = Stop()
    try container.register(Product.self) {
      stop.block()
      throw Refusal()
    }.asSingleton()
    try container.register(Left.self) { resolver in Left(try resolver.resolve(Product.self)) }
    try container.register(Right.self) { resolver in Right(try resolver.resolve(Product.self)) }
    let turn = Counter()
    let results = await Crowd(threads: 2).run { _ in
      if turn.increment() == 1 {
        _ = try container.resolve(Left.self)
      } else {
        stop.begun.wait()
        Thread.detachNewThread {
          blockUntil("Right waits for Left → Product")
          stop.mayEnd.open()
        }
        _ = try container.resolve(Right.self)
      }
    }
    #expect(results.map(\.kind) == [.factoryFailed, .factoryFailed])
    #expect(Set(results.map { $0.thrown?.route }) == [["Left", "Product"], ["Right", "Product"]])
  }

  @Test func `an error of a resolve in a detached task keeps its own path for all waiters`() async throws {
    let stop = Stop()
    try container.register(Product.self) { [weak container] _ in
      await stop.suspend()
      // A detached task has no caller whose path the error could have.
      _ = try await Task.detached { try await container?.resolve(Inner.self) }.value
      return Product()
    }.asSingleton()
    try container.register(Left.self) { resolver in Left(try await resolver.resolve(Product.self)) }
    try container.register(Right.self) { resolver in Right(try await resolver.resolve(Product.self)) }
    let left = Task { try await container.resolve(Left.self) }
    await stop.begun.pass()
    let right = Task { try await container.resolve(Right.self) }
    try await suspendUntil("Right waits for Left → Product")
    stop.mayEnd.open()
    for result in [await left.result.map { _ in }, await right.result.map { _ in }] {
      #expect(result.kind == .noRegistrationFound)
      #expect(result.thrown?.route == ["Inner"])
    }
  }
}

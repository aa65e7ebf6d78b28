import Astroject
import Foundation
import TestSupport
import Testing

private final class Product: Sendable {}

@Suite("A build that fails or is cancelled", .timeLimit(.minutes(2)))
struct FailureTests {
  struct Refusal: Error, Equatable {}

  @Test("is reported to those who waited, and tried anew by the next", arguments: Crowd.all)
  func failure(crowd: Crowd) async throws {
    for _ in 0..<50 {
      let builds = Counter()
      let container = Container()
      try container.register(Product.self) {
        takeAWhile()
        if builds.increment() == 1 { throw Refusal() }
        return Product()
      }.asSingleton()
      let results = await crowd.run {
        try container.resolve(Product.self)
      } asynchronous: {
        try await container.resolve(Product.self)
      }
      var failures = 0
      for case .failure(let error) in results {
        guard case AstrojectError.factoryFailed(let failure) = error else {
          Issue.record(error)
          continue
        }
        #expect(failure.underlyingError is Refusal)
        failures += 1
      }
      #expect(failures >= 1)
      // Those who came after the failure share one further build, as does whoever asks now.
      _ = try await container.resolve(Product.self)
      #expect(builds.value == 2)
    }
  }

  @Test("leaves the scope empty: the next resolve builds", arguments: Call.allCases)
  func anew(call: Call) async throws {
    let builds = Counter()
    let container = Container()
    try container.register(Product.self) {
      if builds.increment() == 1 { throw Refusal() }
      return Product()
    }.asSingleton()
    guard case .factoryFailed = await call.error(resolving: Product.self, in: container) else {
      Issue.record("no factoryFailed")
      return
    }
    let product = try await call.resolve(Product.self, in: container)
    #expect(try await call.resolve(Product.self, in: container) === product)
    #expect(builds.value == 2)
  }

  @Test("a waiter takes over when the builder is cancelled")
  func cancelledBuilder() async throws {
    let builds = Counter()
    let started = Gate()
    let container = Container()
    try container.register(Product.self) {
      if builds.increment() == 1 {
        started.open()
        // Ends only by cancellation.
        try await Task.sleep(for: .seconds(600))
      }
      return Product()
    }.asSingleton()
    let builder = Task { try await container.resolve(Product.self) }
    await started.pass()
    let waiter = Task { try await container.resolve(Product.self) }
    builder.cancel()
    guard case .failure(AstrojectError.cancelled) = await builder.result else {
      Issue.record("the builder was not cancelled")
      return
    }
    let product = try await waiter.value
    #expect(try await container.resolve(Product.self) === product)
    #expect(builds.value == 2)
  }

  @Test("cancelling one who waits fails that one alone")
  func cancelledWaiter() async throws {
    let builds = Counter()
    let started = Gate()
    let mayEnd = Gate()
    let container = Container()
    try container.register(Product.self) {
      builds.increment()
      started.open()
      await mayEnd.pass()
      return Product()
    }.asSingleton()
    let builder = Task { try await container.resolve(Product.self) }
    await started.pass()
    let waiter = Task { try await container.resolve(Product.self) }
    let other = Task { try await container.resolve(Product.self) }
    waiter.cancel()
    guard case .failure(AstrojectError.cancelled) = await waiter.result else {
      Issue.record("the waiter was not cancelled")
      return
    }
    mayEnd.open()
    let product = try await builder.value
    #expect(try await other.value === product)
    #expect(builds.value == 1)
  }
}

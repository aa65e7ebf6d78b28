import Foundation
import TestSupport
import Testing

private final class Product: Sendable {}

@Suite("Products that are built exactly once", .ownThreads)
struct ExactlyOnceTests {
  private func expectOne(_ results: [Result<Product, any Error>], built builds: Counter, round: Int) throws {
    let products = try results.map { try $0.get() }
    #expect(builds.value == 1, "round \(round)")
    #expect(products.allSatisfy { $0 === products[0] }, "round \(round)")
  }

  @Test(arguments: Crowd.all, AnyScope.keeping.map { ($0, false) } + [(.singleton, true)])
  func `a cached product, also one for an argument, is built once for all concurrent callers`(
    crowd: Crowd, way: (scope: AnyScope, takesArgument: Bool)
  ) async throws {
    for round in rounds(50) {
      let builds = Counter()
      let container = Container()
      let make = { @Sendable in slowly(builds.count(Product())) }
      way.scope.apply(to: try container.register(Product.self, factory: make))
      way.scope.apply(to: try container.register(Product.self, argument: Int.self) { _, _ in make() })
      let results = await crowd.run {
        try way.takesArgument ? container.resolve(Product.self, argument: round) : container.resolve(Product.self)
      } asynchronous: {
        try await way.takesArgument ? container.resolve(Product.self, argument: round) : container.resolve(Product.self)
      }
      try expectOne(results, built: builds, round: round)
    }
  }

  @Test(arguments: [Crowd(tasks: 8), Crowd(threads: 4, tasks: 4)])
  func `callers of an asynchronous build get its instance, or an error without await`(crowd: Crowd) async throws {
    for round in rounds(50) {
      let builds = Counter()
      let container = Container()
      try container.register(Product.self) { await later(builds.count(Product())) }.asSingleton()
      let results = await crowd.resolve(Product.self, in: container)
      let answered = results.filter { $0.kind != .asynchronousFactory }
      #expect(answered.count >= crowd.tasks, "round \(round)")
      try expectOne(answered + [Result { try container.resolve(Product.self) }], built: builds, round: round)
    }
  }

  @Test func `a graph-scoped product is built once if two branches of a factory resolve it`() async throws {
    for _ in rounds(50) {
      let builds = Counter()
      let container = Container()
      try container.register(Product.self) { await later(builds.count(Product())) }
      try container.register([Product].self) { resolver in
        async let left = resolver.resolve(Product.self)
        async let right = resolver.resolve(Product.self)
        return [try await left, try await right]
      }
      let products = try await container.resolve([Product].self)
      #expect(products[0] === products[1])
      #expect(builds.value == 1)
    }
  }

  /// Resolves by a factory's resolver on this thread, and on another one when a gate is open.
  private func resolveTwice(_ resolver: Resolver, after gate: Gate) -> [Result<Product, any Error>] {
    let (other, end) = (Guarded<Result<Product, any Error>?>(nil), Gate())
    Thread.detachNewThread {
      gate.wait()
      _ = other.exchange(Result { try resolver.resolve(Product.self) })
      end.open()
    }
    let own = Result { try resolver.resolve(Product.self) }
    end.wait()
    return [own] + [other.now].compactMap(\.self)
  }

  @Test func `a graph-scoped product is built once if two threads use the same resolver`() throws {
    let builds = Counter()
    let container = Container()
    try container.register(Product.self) { _ in builds.count(Product()) }
    try container.register(Bool.self) { resolver in
      let begin = Gate()
      begin.open()
      let products = try resolveTwice(resolver, after: begin).map { try $0.get() }
      return products[0] === products[1]
    }
    for round in rounds(500) {
      #expect(try container.resolve(Bool.self))
      #expect(builds.value == round + 1)
    }
  }

  @Test func `a waiter for a graph-scoped product gets the error of its failing factory`() throws {
    let (begun, isFailing) = (Guarded(Gate()), Guarded(false))
    let container = Container()
    try container.register(Product.self) { _ in
      begun.now.open()
      if !isFailing.now { return Product() }
      for _ in 0..<10 { takeAWhile() }
      throw Objection()
    }
    try container.register(Bool.self) { resolver in
      let building = Gate()
      _ = begun.exchange(building)
      return resolveTwice(resolver, after: building).allSatisfy { $0.kind == .factoryFailed }
    }
    // The first resolve takes the steps of a resolution. The later ones take the fast path.
    #expect(try !container.resolve(Bool.self))
    _ = isFailing.exchange(true)
    for _ in 0..<5 { #expect(try container.resolve(Bool.self)) }
  }
}

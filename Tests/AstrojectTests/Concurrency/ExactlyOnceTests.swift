import Astroject
import Foundation
import TestSupport
import Testing

private final class Product: Sendable {}

@Suite("Products that are built exactly once", .ownThreads)
struct ExactlyOnceTests {
  /// A scope that caches its product.
  struct Kept: Sendable, CustomTestStringConvertible {
    let testDescription: String
    fileprivate let configure: @Sendable (Registration<Product>) -> Void

    static let all = [
      Kept(testDescription: "singleton") { $0.asSingleton() },
      Kept(testDescription: "disposable singleton") { $0.asDisposableSingleton() },
      Kept(testDescription: "container-scoped") { $0.asScoped() },
      Kept(testDescription: "weak") { $0.asWeak() },
    ]
  }

  private func expectOne(_ results: [Result<Product, any Error>], built builds: Counter, round: Int) throws {
    let products = try results.map { try $0.get() }
    #expect(builds.value == 1, "round \(round)")
    #expect(products.allSatisfy { $0 === products[0] }, "round \(round)")
  }

  @Test(arguments: Crowd.all, Kept.all)
  func `a cached product is built once for all callers that resolve it at the same time`(crowd: Crowd, kept: Kept)
    async throws
  {
    for round in rounds(200) {
      let builds = Counter()
      let container = Container()
      kept.configure(
        try container.register(Product.self) {
          builds.increment()
          takeAWhile()
          return Product()
        })
      let results = await crowd.run {
        try container.resolve(Product.self)
      } asynchronous: {
        try await container.resolve(Product.self)
      }
      try expectOne(results, built: builds, round: round)
    }
  }

  @Test(arguments: Crowd.all)
  func `a singleton with an argument is built once for all callers that pass the same value`(crowd: Crowd) async throws
  {
    for round in rounds(200) {
      let builds = Counter()
      let container = Container()
      try container.register(Product.self, argument: Int.self) { _, _ in
        builds.increment()
        takeAWhile()
        return Product()
      }.asSingleton()
      let results = await crowd.run {
        try container.resolve(Product.self, argument: round)
      } asynchronous: {
        try await container.resolve(Product.self, argument: round)
      }
      try expectOne(results, built: builds, round: round)
    }
  }

  @Test func `an asynchronous factory runs once for all tasks that resolve its singleton at the same time`()
    async throws
  {
    for round in rounds(200) {
      let builds = Counter()
      let container = Container()
      try container.register(Product.self) {
        builds.increment()
        await Task.yield()
        return Product()
      }.asSingleton()
      let results = await Crowd(tasks: 8).run {
        try container.resolve(Product.self)
      } asynchronous: {
        try await container.resolve(Product.self)
      }
      try expectOne(results, built: builds, round: round)
    }
  }

  @Test func `threads that meet an asynchronous build get its instance or an error, never another instance`()
    async throws
  {
    for _ in rounds(200) {
      let builds = Counter()
      let container = Container()
      try container.register(Product.self) {
        builds.increment()
        await Task.yield()
        return Product()
      }.asSingleton()
      let results = await Crowd(threads: 4, tasks: 4).run {
        try container.resolve(Product.self)
      } asynchronous: {
        try await container.resolve(Product.self)
      }
      let product = try await container.resolve(Product.self)
      for result in results {
        switch result {
        case .success(let found): #expect(found === product)
        case .failure(AstrojectError.asynchronousFactory): break
        case .failure(let error): Issue.record(error)
        }
      }
      #expect(builds.value == 1)
    }
  }

  @Test func `a graph-scoped product is built once if two branches of a factory resolve it`() async throws {
    final class Shared: Sendable {}
    struct Root { let left: Shared, right: Shared }
    for _ in rounds(200) {
      let builds = Counter()
      let container = Container()
      try container.register(Shared.self) {
        builds.increment()
        await Task.yield()
        return Shared()
      }
      try container.register(Root.self) { resolver in
        async let left = resolver.resolve(Shared.self)
        async let right = resolver.resolve(Shared.self)
        return Root(left: try await left, right: try await right)
      }
      let root = try await container.resolve(Root.self)
      #expect(root.left === root.right)
      #expect(builds.value == 1)
    }
  }

  @Test func `a graph-scoped product is built once if two threads use the same resolver`() throws {
    final class Shared: Sendable {}
    final class Root: Sendable {
      let left: Shared, right: Shared
      init(_ left: Shared, _ right: Shared) { (self.left, self.right) = (left, right) }
    }
    let builds = Counter()
    let container = Container()
    try container.register(Shared.self) { _ in
      builds.increment()
      return Shared()
    }
    try container.register(Root.self) { resolver in
      let other = Guarded<Result<Shared, any Error>?>(nil)
      let (begin, end) = (Gate(), Gate())
      Thread.detachNewThread {
        begin.wait()
        let result = Result { try resolver.resolve(Shared.self) }
        other.withLock { $0 = result }
        end.open()
      }
      begin.open()
      let left = try resolver.resolve(Shared.self)
      end.wait()
      guard let right = try other.now?.get() else { throw CancellationError() }
      return Root(left, right)
    }
    for round in rounds(500) {
      let root = try container.resolve(Root.self)
      #expect(root.left === root.right)
      #expect(builds.value == round + 1)
    }
  }

  @Test func `a waiter for a graph-scoped product gets the error of its failing factory`() throws {
    struct Failed: Error {}
    final class Shared: Sendable {}
    final class Root: Sendable {}
    let isFailing = Counter()
    let begun = Guarded(Gate())
    let container = Container()
    try container.register(Shared.self) { _ in
      begun.now.open()
      if isFailing.value == 0 { return Shared() }
      for _ in 0..<10 { takeAWhile() }
      throw Failed()
    }
    try container.register(Root.self) { resolver in
      let other = Guarded<Result<Shared, any Error>?>(nil)
      let (building, end) = (Gate(), Gate())
      begun.withLock { $0 = building }
      Thread.detachNewThread {
        building.wait()
        let result = Result { try resolver.resolve(Shared.self) }
        other.withLock { $0 = result }
        end.open()
      }
      let own = Result { try resolver.resolve(Shared.self) }
      end.wait()
      for result in [own, other.now] where isFailing.value != 0 {
        guard case .failure(AstrojectError.factoryFailed)? = result else {
          Issue.record("the error of the factory was not thrown")
          break
        }
      }
      return Root()
    }
    // The first resolve takes the steps of a resolution. The later ones take the fast path.
    _ = try container.resolve(Root.self)
    isFailing.increment()
    for _ in 0..<5 { _ = try container.resolve(Root.self) }
  }
}

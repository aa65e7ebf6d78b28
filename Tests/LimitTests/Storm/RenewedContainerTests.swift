import TestSupport
import Testing

@Suite("Containers that are filled, cleared and dropped during use", .onDemand)
struct RenewedContainerTests {
  private typealias Product = Wrap<Int>
  private typealias Holder = Wrap<Product>
  private typealias Keeper = Wrap<Resolver>

  /// Runs loops, each on its own thread, for some time; returns the errors that they threw.
  private func run(
    for duration: Duration, _ loops: [@Sendable (_ round: Int) throws -> Void]
  ) async -> [any Error] {
    let turn = Counter()
    let end = ContinuousClock.now + duration
    let results = await Crowd(threads: loops.count).run { () throws -> [any Error] in
      let loop = loops[turn.increment() - 1]
      var errors: [any Error] = []
      var round = 0
      while ContinuousClock.now < end {
        do { try loop(round) } catch { errors.append(error) }
        round += 1
      }
      return errors
    } asynchronous: {
      []
    }
    return results.flatMap { (try? $0.get()) ?? [] }
  }

  @Test func `stored resolvers get no wrong error while their containers are cleared and dropped`() async throws {
    let current = Guarded<Container?>(nil)
    let resolver = Guarded<Resolver?>(nil)
    let renew = { @Sendable (round: Int) in
      let container = Container()
      try container.register(Product.self) { Product(round) }.asSingleton()
      try container.register(Holder.self) { resolver in Holder(try resolver.resolve(Product.self)) }
      try container.register(Keeper.self) { resolver in Keeper(resolver) }.asSingleton()
      let keeper = try container.resolve(Keeper.self)
      resolver.withLock { $0 = keeper.inner }
      _ = current.exchange(container)
    }
    try renew(0)
    let use = { @Sendable (_: Int) in
      guard let resolver = resolver.withLock({ $0 }) else { return }
      #expect(try resolver.resolve(Holder.self).inner.inner >= 0)
      _ = try resolver.resolve(Keeper.self).inner.resolve(Product.self)
    }
    let errors = await run(
      for: .seconds(3),
      [
        renew, use, use,
        { round in
          let container = current.withLock { $0 }
          try container?.register(Product.self) { Product(round) }.asSingleton()
        },
        { round in if round % 50 == 0 { current.withLock { $0 }?.clear() } },
      ])
    for error in errors {
      switch error {
      case AstrojectError.containerReleased, AstrojectError.noRegistrationFound: break
      default: Issue.record(error)
      }
    }
  }
}

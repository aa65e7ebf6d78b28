import Astroject
import Nexus
import Synchronization

extension Workload {
  /// W13: a `Lazy` that has resolved its value or resolves its first one, and a `Provider` of a transient leaf.
  static var wrappers: [Workload] { [lazy, firstOfSingleton, firstOfLeaf, firstAwaited, provider] }

  private static var lazy: Workload {
    Workload(
      name: "W13 Lazy, from the second time on", promise: .once(1),
      hand: {
        let later = Later { makeLeafA() }
        return timed { for _ in 0..<$0 { sink(later.value) } }
      },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.asTransient()
        let lazy = try container.resolve(Lazy<any LeafA>.self)
        return timed {
          for _ in 0..<$0 { sink(try lazy.ask()) }
          // A Lazy does not retain the container.
          withExtendedLifetime(container) {}
        }
      })
  }

  /// The first value of each of many lazies, which are made before the timing begins.
  private static var firstOfSingleton: Workload {
    Workload(
      name: "W13 Lazy, first of a singleton", promise: .once(1),
      hand: {
        let holder = Holder(makeLeafA())
        return timed(firstValuesOf: { Later { holder.get() } }, { sink($0.value) })
      },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.asSingleton()
        sink(try container.ask((any LeafA).self))
        return timed(firstValuesOf: { try container.resolve(Lazy<any LeafA>.self) }, { sink(try $0.ask()) })
      }, batch: 500)
  }

  private static var firstOfLeaf: Workload {
    Workload(
      name: "W13 Lazy, first of a leaf", promise: .each(1),
      hand: { timed(firstValuesOf: { Later { makeLeafA() } }, { sink($0.value) }) },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.asTransient()
        return timed(firstValuesOf: { try container.resolve(Lazy<any LeafA>.self) }, { sink(try $0.ask()) })
      }, batch: 500)
  }

  private static var firstAwaited: Workload {
    Workload(
      name: "W13 Lazy, first, awaited", promise: .once(1),
      hand: {
        let holder = Holder(makeLeafA())
        return timedAwaiting(firstValuesOf: { Later { holder.get() } }, { sink(await $0.awaited()) })
      },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.asSingleton()
        sink(try container.ask((any LeafA).self))
        return timedAwaiting(
          firstValuesOf: { try container.resolve(Lazy<any LeafA>.self) }, { sink(try await $0.ask()) })
      }, batch: 500)
  }

  private static var provider: Workload {
    Workload(
      name: "W13 Provider of a leaf", promise: .each(1),
      hand: {
        let holder = Holder<@Sendable () -> any LeafA> { makeLeafA() }
        return timed { for _ in 0..<$0 { sink(holder.get()()) } }
      },
      reference: {
        let container = ReferenceContainer()
        container.register((any LeafA).self) { _ in LiveLeafA() }
        let holder = Holder<@Sendable () throws -> any LeafA> { try container.resolve() }
        return timed { for _ in 0..<$0 { sink(try holder.get()()) } }
      },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.asTransient()
        let provider = try container.resolve(Provider<any LeafA>.self)
        return timed {
          for _ in 0..<$0 { sink(try provider.ask()) }
          withExtendedLifetime(container) {}
        }
      })
  }
}

extension Measure {
  /// W13: the time of the first value of a lazy, for a kept and for a fresh product.
  static var firstValues: [Measure] {
    [
      Measure(name: "W13 Lazy, first of a singleton", kind: .time) { plan in
        try await firstValue(plan) { try container { $0.asSingleton() } }
      },
      Measure(name: "W13 Lazy, first of a leaf", kind: .time) { plan in
        try await firstValue(plan) { try container { $0.asTransient() } }
      },
    ]
  }

  private static func firstValue(_ plan: Plan, in make: () throws -> Container) async throws -> Result {
    let container = try make()
    let lazies = timed(firstValuesOf: { try container.resolve(Lazy<any LeafA>.self) }, { sink(try $0.ask()) })
    let hits = timed { for _ in 0..<$0 { sink(try container.ask((any LeafA).self)) } }
    var first: [Double] = []
    var direct: [Double] = []
    for _ in 0..<plan.rounds * plan.samples {
      first.append(try await lazies(500).nanoseconds(per: 500))
      direct.append(try await hits(500).nanoseconds(per: 500))
    }
    return Result(value: first.median / 1000, text: "a resolve without a lazy: \(direct.median.fixed(1)) ns")
  }

  private static func container(_ scope: (Registration<any LeafA>) -> Registration<any LeafA>) throws -> Container {
    let container = Container()
    _ = scope(try container.register((any LeafA).self) { LiveLeafA() })
    sink(try container.ask((any LeafA).self))
    return container
  }
}

/// Returns a body that makes lazies, and times the first value of each.
private func timed<Lazy>(
  firstValuesOf make: @escaping () throws -> Lazy, _ ask: @escaping (Lazy) throws -> Void
) -> Body {
  { count in
    let lazies = try (0..<count).map { _ in try make() }
    return try await timed { _ in for lazy in lazies { try ask(lazy) } }(count)
  }
}

private func timedAwaiting<Lazy>(
  firstValuesOf make: @escaping () throws -> Lazy, _ ask: @escaping (Lazy) async throws -> Void
) -> Body {
  { count in
    let lazies = try (0..<count).map { _ in try make() }
    return try await timedAwaiting { _ in for lazy in lazies { try await ask(lazy) } }(count)
  }
}

/// A value that is made once, when first needed by any thread, as in wiring by hand.
private final class Later<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    @inline(never) get {
      kept.withLock { kept in
        if let kept { return kept }
        let value = make()
        kept = value
        return value
      }
    }
  }

  @inline(never) func awaited() async -> Value { value }
}

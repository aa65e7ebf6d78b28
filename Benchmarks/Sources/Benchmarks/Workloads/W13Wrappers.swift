import Astroject
import Nexus
import Synchronization

extension Workload {
  /// W13: a `Lazy` that has resolved its value, and a `Provider` of a transient leaf.
  static var wrappers: [Workload] { [lazy, provider] }

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
}

import Astroject
import Dispatch
import Synchronization

extension Measure {
  /// W6: what a second thread gains, with a singleton and with a new leaf.
  static var threads: [Measure] {
    [
      threads("W6 singleton on two threads", promise: .once(1)) {
        let holder = Holder<any LeafA>(LiveLeafA())
        return { for _ in 0..<$0 { sink(holder.get()) } }
      } astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.asSingleton()
        return { for _ in 0..<$0 { sink(try container.ask((any LeafA).self)) } }
      },
      threads("W6 leaf on two threads", promise: .each(1)) {
        { for _ in 0..<$0 { sink(makeLeafA()) } }
      } astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.asTransient()
        return { for _ in 0..<$0 { sink(try container.ask((any LeafA).self)) } }
      },
    ]
  }

  private typealias Loop = @Sendable (Int) throws -> Void

  private static func threads(
    _ name: String, promise: Workload.Promise, hand: @escaping () -> Loop, astroject: @escaping () throws -> Loop
  ) -> Measure {
    Measure(name: name, kind: .scaling) { plan in
      try await expectObjects(promise.objects(in: 2000), of: name) { _ = try time(astroject(), 1000, threads: 2) }
      let hand = hand()
      let astroject = try astroject()
      var byHand = 0.0
      var byAstroject = 0.0
      // The best of each, as the other core is not always ours.
      for _ in 0..<5 {
        byHand = max(byHand, try gain(hand, plan))
        byAstroject = max(byAstroject, try gain(astroject, plan))
      }
      return Result(
        value: byAstroject / byHand,
        text: "by hand \(byHand.fixed(2)) times as much as one thread, Astroject \(byAstroject.fixed(2))"
          + (byHand < 1.3 ? "; it says little, as there was no second core or no use for it" : ""))
    }
  }

  /// How many times as much two threads get done.
  private static func gain(_ loop: Loop, _ plan: Plan) throws -> Double {
    var count = 1000
    while try time(loop, count, threads: 1) < plan.sample * 20 { count *= 2 }
    return 2 * (try time(loop, count, threads: 1) / time(loop, count, threads: 2))
  }

  private static func time(_ loop: Loop, _ count: Int, threads: Int) throws -> Duration {
    let failure = Mutex<(any Error)?>(nil)
    let duration = ContinuousClock().measure {
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        do { try loop(count) } catch { failure.withLock { $0 = error } }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    return duration
  }
}

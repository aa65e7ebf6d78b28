import Astroject
import Foundation
import Synchronization

extension Measure {
  /// W6: the speedup by a second thread, for a singleton and for a new leaf.
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
      try await expectObjects(promise.objects(in: 2000), of: name) {
        _ = try Threads.time(astroject(), 1000, threads: 2)
      }
      var hand = try Threads(hand(), plan)
      var astroject = try Threads(astroject(), plan)
      for _ in 0..<5 * plan.rounds {
        try hand.measure()
        try astroject.measure()
      }
      return Result(
        value: astroject.gain / hand.gain,
        text: "by hand \(hand.gain.fixed(2)) times as much as one thread, Astroject \(astroject.gain.fixed(2))"
          + (hand.gain < 1.3 ? " (no second core was free, or of use)" : ""))
    }
  }
}

/// The times of one thread for some work, and of two threads for twice as much.
private struct Threads {
  private let loop: @Sendable (Int) throws -> Void
  private let count: Int
  // The shortest times, because other programs may use the other core.
  private var one = Duration.seconds(60)
  private var two = Duration.seconds(60)

  init(_ loop: @escaping @Sendable (Int) throws -> Void, _ plan: Plan) throws {
    var count = 1000
    while try Self.time(loop, count, threads: 1) < plan.sample * 10 { count *= 2 }
    self.loop = loop
    self.count = count
  }

  /// The work of two threads in a time, divided by that of one thread.
  var gain: Double { 2 * (one / two) }

  mutating func measure() throws {
    one = min(one, try Self.time(loop, count, threads: 1))
    two = min(two, try Self.time(loop, count, threads: 2))
  }

  static func time(_ loop: @escaping @Sendable (Int) throws -> Void, _ count: Int, threads: Int) throws -> Duration {
    let failure = Mutex<(any Error)?>(nil)
    let duration = ContinuousClock().measure {
      // New threads, because one thread of a pool might do the work of both.
      let group = DispatchGroup()
      for _ in 0..<threads {
        group.enter()
        Thread {
          do { try loop(count) } catch { failure.withLock { $0 = error } }
          group.leave()
        }.start()
      }
      group.wait()
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    return duration
  }
}

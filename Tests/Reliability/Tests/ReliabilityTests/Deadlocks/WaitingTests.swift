import Foundation
import TestSupport
import Testing

@testable import Astroject

private final class Wanted: Sendable {}
private final class Asking: Sendable {}
private final class Outer: Sendable {}

@Suite("Waiting builds", .onDemand)
struct WaitingTests {
  @Test func `the wait graph describes a waiting build with its ancestors until the build has ended`() async throws {
    let line = "Outer → Asking waits for Wanted"
    let container = Container()
    let (begun, mayEnd) = (Gate(), Gate())
    try container.register(Wanted.self) { () -> Wanted in
      begun.open()
      mayEnd.wait()
      return Wanted()
    }.asSingleton()
    try container.register(Asking.self) { resolver in
      _ = try resolver.resolve(Wanted.self)
      return Asking()
    }
    try container.register(Outer.self) { resolver in
      _ = try resolver.resolve(Asking.self)
      return Outer()
    }
    let results = try await watching(Counter()) {
      await Crowd(threads: 3).run { number in
        switch number {
        case 0:
          _ = try container.resolve(Wanted.self)
        case 1:
          begun.wait()
          _ = try container.resolve(Outer.self)
        default:
          while !WaitGraph.description.contains(line) { Thread.sleep(forTimeInterval: 0.001) }
          mayEnd.open()
        }
      } asynchronous: { _ in
      }
    }
    for result in results { try result.get() }
    #expect(!WaitGraph.description.contains(line))
  }

  /// The processor time that forty thousand tasks may take to wait for one singleton, in addition to that of the tasks
  /// themselves.
  private static var limit: Duration {
    #if DEBUG
      .seconds(30)
    #else
      .seconds(2)
    #endif
  }

  /// Returns the time of tasks that wait for a gate instead of a build.
  private func time(ofTasks count: Int) async -> Duration {
    let (gate, waiting) = (Gate(), Counter())
    return await processorTimeOfAll {
      let tasks = (0..<count).map { _ in
        Task {
          waiting.increment()
          await gate.pass()
        }
      }
      await waiting.reaches(count)
      gate.open()
      for task in tasks { await task.value }
    }
  }

  @Test(arguments: [false, true])
  func `40 000 tasks wait or are cancelled in seconds of processor time`(isCancelled: Bool) async throws {
    let count = 40_000
    let container = Container()
    let (begun, mayEnd) = (Gate(), Gate())
    let asking = Counter()
    try container.register(Wanted.self) { () async -> Wanted in
      begun.open()
      await mayEnd.pass()
      return Wanted()
    }.asSingleton()
    try container.register(Asking.self) { resolver async throws in
      asking.increment()
      _ = try await resolver.resolve(Wanted.self)
      return Asking()
    }.asTransient()
    let first = Task { _ = try await container.resolve(Wanted.self) }
    await begun.pass()
    var failures = 0
    let time = await processorTimeOfAll {
      let tasks = (0..<count).map { _ in
        Task { _ = try await container.resolve(Asking.self) }
      }
      await asking.reaches(count)
      // Cancelled tasks do not wait for the build.
      if isCancelled { for task in tasks { task.cancel() } } else { mayEnd.open() }
      for task in tasks { if case .failure = await task.result { failures += 1 } }
    }
    #expect(failures == (isCancelled ? count : 0))
    #expect(!WaitGraph.description.contains("Asking"))
    mayEnd.open()
    try await first.value
    let own = await self.time(ofTasks: count)
    #expect(time < WaitingTests.limit + own * 2, "took \(time); the tasks alone take \(own)")
  }
}

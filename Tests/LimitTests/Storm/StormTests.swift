import Foundation
import TestSupport
import Testing

@Suite("A storm", .onDemand)
struct StormTests {
  /// The duration of the storm: `ASTROJECT_STORM` seconds, or ten seconds.
  private static var duration: Duration {
    .seconds(ProcessInfo.processInfo.environment["ASTROJECT_STORM"].flatMap { Double($0) } ?? 10)
  }

  /// Runs eight threads and sixteen tasks that use one container at random for a while.
  private static func lap(_ seed: UInt64, for duration: Duration, observed: Bool, _ progress: Counter) async throws {
    let storm = try Storm(observed: observed)
    let doing = (0..<24).map { _ in Guarded("nothing") }
    let end = ContinuousClock.now + duration
    let goesOn = { @Sendable in ContinuousClock.now < end && storm.census.complaints.isEmpty }
    try await watching(progress) {
      doing.enumerated().map { "\($0) \($1.now)" }.joined(separator: "\n")
    } _: {
      let results = await Crowd(threads: 8, tasks: 16).run { number in
        var participant = Participant(number, in: storm, seed: seed, doing: doing[number])
        while goesOn() {
          try participant.step()
          progress.increment()
        }
      } asynchronous: { number in
        var participant = Participant(number, in: storm, seed: seed, doing: doing[number])
        while goesOn() {
          try await participant.step()
          progress.increment()
          await Task.yield()
        }
      }
      for result in results { try result.get() }
      try await storm.settle()
    }
    // Recorded as issues because the values of an expectation do not leave the process.
    for complaint in storm.census.complaints { Issue.record("\(complaint), with ASTROJECT_SEED=\(SplitMix.seed)") }
  }

  private static func run() async throws {
    let (seed, duration) = (SplitMix.seed, duration)
    let laps = 10
    let progress = Counter()
    var bytes: [Int] = []
    for lap in 0..<laps {
      let seed = seed &+ UInt64(lap) &* 1_000_003
      try await self.lap(seed, for: duration / laps, observed: lap % 3 == 1, progress)
      if !(await StormCensus.areAllGone()) { Issue.record("Left behind: \(StormCensus.alive)") }
      if let now = allocatedBytes() { bytes.append(now) }
    }
    // The first laps fill the allocator's pools, and the runtime's caches grow a little. This does not depend on the
    // number of steps, unlike memory that a step leaks.
    let allowed = 256 << 10
    if let warm = bytes.dropFirst(2).prefix(3).max(), let last = bytes.suffix(3).min(), last > warm + allowed {
      Issue.record("Bytes in use after each lap: \(bytes), after \(progress.value) steps")
    }
    #expect(progress.value > laps * 24)
  }

  // The test has its own process because its memory is counted at the end of each lap.
  @Test func `eight threads and 16 tasks on one container get only correct answers and leak nothing`() async throws {
    print("A storm of \(StormTests.duration), with ASTROJECT_SEED=\(SplitMix.seed)")
    // The report of a sanitizer has to be visible.
    if isSanitized { return try await StormTests.run() }
    await #expect(processExitsWith: .success) {
      keepNoTraceOfErrors()
      try await StormTests.run()
    }
  }
}

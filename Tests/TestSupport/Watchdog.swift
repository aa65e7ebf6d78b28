import Foundation
import Synchronization

/// Ends a process that hangs: one in which a watched test has made no progress for ten minutes.
///
/// It is the only limit of time in the tests, because a machine may be slow or busy. Progress is a watched test that
/// begins or ends, a gate that opens, a caller of a crowd that ends, and whatever else a test counts.
package final class Watchdog: Sendable {
  private struct Watched {
    let progress: Counter?
    let news: @Sendable () -> String
  }

  private struct State {
    var isAwake = false
    var count = 0
    var watched: [Int: Watched] = [:]
  }

  package static let shared = Watchdog()

  private let progress = Counter()
  private let limit: Int
  private let nap: TimeInterval
  private let state = Guarded(State())
  /// True if the cooperative pool has run the latest probe.
  private let isAnswered = Atomic(true)

  /// - Parameters:
  ///   - limit: The number of naps without progress that make a hang.
  ///   - nap: The length of a nap in seconds.
  package init(limit: Int = 600, nap: TimeInterval = 1) { (self.limit, self.nap) = (limit, nap) }

  package func noteProgress() { progress.increment() }

  /// Runs a closure that must not hang.
  ///
  /// - Parameters:
  ///   - progress: Counts the progress of the closure.
  ///   - news: Describes the closure for the report of a hang.
  package func watch<Success>(
    _ progress: Counter? = nil, news: @escaping @Sendable () -> String, _ body: () async throws -> Success
  ) async rethrows -> Success {
    let number = begin(Watched(progress: progress, news: news))
    defer {
      state.withLock { $0.watched[number] = nil }
      noteProgress()
    }
    return try await body()
  }

  private func begin(_ watched: Watched) -> Int {
    noteProgress()
    let (number, wakes) = state.withLock { state in
      defer { state.isAwake = true }
      state.count += 1
      state.watched[state.count] = watched
      return (state.count, !state.isAwake)
    }
    if wakes { Thread.detachNewThread { [self] in keepWatch() } }
    return number
  }

  private func keepWatch() {
    var stillness = Stillness(limit: limit)
    while true {
      let start = processTime()
      Thread.sleep(forTimeInterval: nap)
      let isIdle = isPoolFree() || processTime() - start < .milliseconds(1)
      let watched = state.withLock { $0.watched }
      let progress = watched.values.reduce(progress.value) { $0 + ($1.progress?.value ?? 0) }
      if stillness.isHang(progress: progress, isWatching: !watched.isEmpty, isIdle: isIdle) {
        let news = watched.sorted { $0.key < $1.key }.map { $0.value.news() }
        fatalError("No progress for \(limit) naps of \(nap) s in:\n" + news.joined(separator: "\n"))
      }
    }
  }

  /// Returns true if the cooperative pool has run a probe since the last call, and sends it another one.
  ///
  /// A pool that is busy with other tests runs the probe after all jobs that were ready before.
  private func isPoolFree() -> Bool {
    let isFree = isAnswered.exchange(false, ordering: .sequentiallyConsistent)
    if isFree { Task.detached { [self] in isAnswered.store(true, ordering: .sequentiallyConsistent) } }
    return isFree
  }
}

/// Decides from the progress after each nap if a process hangs.
///
/// Naps are counted instead of seconds because a process that is stopped for a while does not hang. Nor does one that
/// is still busy with other tests, so a nap counts only if the cooperative pool is free, or if nothing runs at all.
package struct Stillness {
  private let limit: Int
  private var last = 0
  private var naps = 0

  package init(limit: Int) { self.limit = limit }

  package mutating func isHang(progress: Int, isWatching: Bool, isIdle: Bool) -> Bool {
    if !isWatching || progress != last { naps = 0 } else if isIdle { naps += 1 }
    last = progress
    return naps >= limit
  }
}

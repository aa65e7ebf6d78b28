import Foundation

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
      let work = (processTime() - start) / .seconds(nap)
      let watched = state.withLock { $0.watched }
      let progress = watched.values.reduce(progress.value) { $0 + ($1.progress?.value ?? 0) }
      if stillness.isHang(progress: progress, isWatching: !watched.isEmpty, work: work) {
        let news = watched.sorted { $0.key < $1.key }.map { $0.value.news() }
        fatalError("No progress for \(limit) naps of \(nap) s in:\n" + news.joined(separator: "\n"))
      }
    }
  }
}

/// Decides from the progress after each nap if a process hangs.
///
/// Naps are counted instead of seconds because a process that is stopped for a while does not hang. A nap counts as far
/// as the process has worked meanwhile: tests that are not watched may keep the cooperative pool from a watched one, and
/// a busy machine lets them work slowly. A nap in which nothing worked counts as a whole one.
package struct Stillness {
  private let limit: Int
  private var last = 0
  private var naps = 0.0

  package init(limit: Int) { self.limit = limit }

  /// - Parameter work: The processor time of the process during the nap, as a multiple of the nap.
  package mutating func isHang(progress: Int, isWatching: Bool, work: Double) -> Bool {
    let isStill = isWatching && progress == last
    last = progress
    naps = isStill ? naps + (work < 0.001 ? 1 : work) : 0
    return naps >= Double(limit)
  }
}

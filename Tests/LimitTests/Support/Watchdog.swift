import Foundation
import TestSupport

@testable import Astroject

/// An operation that made no progress for a minute.
struct Hang: Error, CustomStringConvertible {
  let description: String
}

/// Runs a closure that must not hang. Without progress for a minute, it gives up and reports which build waits for
/// which. The hanging closure is left as it is.
///
/// - Parameters:
///   - progress: Counts the progress.
///   - news: Returns further information for the report.
/// - Throws: ``Hang``, or the error of the closure.
func watching<Success: Sendable>(
  _ progress: Counter, news: @escaping @Sendable () -> String = { "" },
  _ body: @escaping @Sendable () async throws -> Success
) async throws -> Success {
  let end = Guarded<CheckedContinuation<Success, any Error>?>(nil)
  let isOver = Gate()
  defer { isOver.open() }
  return try await withCheckedThrowingContinuation { continuation in
    end.withLock { $0 = continuation }
    let finish = { @Sendable (result: Result<Success, any Error>) in
      let continuation = end.withLock { $0.take() }
      continuation?.resume(with: result)
    }
    Task {
      let result: Result<Success, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      finish(result)
    }
    Thread.detachNewThread {
      // Naps are counted instead of seconds because a process that is stopped for a while does not hang.
      let napsOfAMinute = 600
      var (last, naps) = (progress.value, 0)
      while naps < napsOfAMinute, end.withLock({ $0 != nil }) {
        Thread.sleep(forTimeInterval: 0.1)
        let now = progress.value
        naps = now == last ? naps + 1 : 0
        last = now
      }
      guard end.withLock({ $0 != nil }) else { return }
      let hang = Hang(description: "No progress for a minute.\n\(WaitGraph.description)\n\(news())")
      finish(.failure(hang))
      // The test cannot continue if the hanging tasks occupy all threads of the pool.
      for _ in 0..<100 {
        Thread.sleep(forTimeInterval: 0.1)
        if isOver.isOpen { return }
      }
      fatalError(hang.description)
    }
  }
}

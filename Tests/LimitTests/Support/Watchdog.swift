import Foundation
import TestSupport

@testable import Astroject

/// Something that should have ended did not move any more.
struct Hang: Error, CustomStringConvertible {
  let description: String
}

/// Runs something that must not hang. Where nothing moves for a minute, it gives up and says who waits for whom; what
/// hangs is left as it is.
///
/// - Parameters:
///   - progress: Counts while things move.
///   - news: Tells what else is known when they do not.
/// - Throws: ``Hang``, or what the body throws.
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
      // Naps are counted, and not seconds: a process that is stopped for a while has not hung.
      let napsOfAMinute = 600
      var (last, naps) = (progress.value, 0)
      while naps < napsOfAMinute, end.withLock({ $0 != nil }) {
        Thread.sleep(forTimeInterval: 0.1)
        let now = progress.value
        naps = now == last ? naps + 1 : 0
        last = now
      }
      guard end.withLock({ $0 != nil }) else { return }
      let hang = Hang(description: "Nothing moves any more.\n\(WaitGraph.description)\n\(news())")
      finish(.failure(hang))
      // Where what hangs has all threads of the pool, the test cannot go on.
      for _ in 0..<100 {
        Thread.sleep(forTimeInterval: 0.1)
        if isOver.isOpen { return }
      }
      fatalError(hang.description)
    }
  }
}

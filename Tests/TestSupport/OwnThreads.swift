import Foundation

/// Runs the jobs of tasks that prefer it on threads of its own, which may block: a job never waits for another one.
package final class OwnThreads: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// The number of threads that wait for a job and have not been woken.
    var idle = 0
    var isOver = false
  }

  private let stackSize: Int?
  private let state = Guarded(State())
  private let news = DispatchSemaphore(value: 0)

  /// Makes an executor that starts a thread when it gets a job, and has to be ended.
  package init(stackSize: Int? = nil) { self.stackSize = stackSize }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let wakes = state.withLock { state in
      state.jobs.append(job)
      guard state.idle > 0 else { return false }
      state.idle -= 1
      return true
    }
    if wakes { news.signal() } else { startThread() }
  }

  /// Runs a closure from beginning to end on threads of its own. Its child tasks run there, too, but no other tasks.
  ///
  /// - Parameters:
  ///   - stackSize: The size of the stack of each thread; nil for the size that threads have anyway.
  package static func run<Success: Sendable>(
    stackSize: Int? = nil, _ body: @concurrent @Sendable () async throws -> Success
  ) async rethrows -> Success {
    let threads = OwnThreads(stackSize: stackSize)
    defer { threads.end() }
    return try await withTaskExecutorPreference(threads) { try await body() }
  }

  private func startThread() {
    let thread = Thread { [self] in
      while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }

  /// Blocks a thread until there is a job; returns nil if there will be none.
  private func next() -> UnownedJob? {
    while true {
      let (job, isOver) = state.withLock { state in
        if state.jobs.isEmpty && !state.isOver { state.idle += 1 }
        return (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isOver)
      }
      if job != nil || isOver { return job }
      news.wait()
    }
  }

  /// Ends the threads when they have run their jobs.
  package func end() {
    let idle = state.withLock { state in
      defer { state.idle = 0 }
      state.isOver = true
      return state.idle
    }
    for _ in 0..<idle { news.signal() }
  }
}

/// Runs a closure on a thread with a stack of this size, and blocks until it has ended.
///
/// A test that calls it has ``OwnThreadsTrait``, so that no thread of the cooperative pool is blocked.
@discardableResult
package func onOwnThread<Result: Sendable>(
  stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Result
) -> Result? {
  let result = Guarded<Result?>(nil)
  let errand = Errand {
    let value = body()
    result.withLock { $0 = value }
  }
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    errand.run()
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
  return result.now
}

/// Runs a closure on a new thread, and suspends until it has ended.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let result = Guarded<Result<Value, any Error>?>(nil)
    let errand = Errand {
      let value = Result { try body() }
      result.withLock { $0 = value }
    }
    Thread.detachNewThread {
      errand.run()
      if let result = result.withLock({ $0.take() }) { continuation.resume(with: result) }
    }
  }
}

/// Runs a closure once and does not retain it any longer, so that its thread does not retain what it has used.
private final class Errand: Sendable {
  private let body: Guarded<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Guarded(body) }

  func run() {
    let body = body.withLock { $0.take() }
    body?()
  }
}

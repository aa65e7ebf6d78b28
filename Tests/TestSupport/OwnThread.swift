import Foundation

/// Runs a closure on a thread with a stack of this size, and blocks until it has ended.
@discardableResult
package func onOwnThread<Result: Sendable>(
  stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Result
) -> Result? {
  let result = Guarded<Result?>(nil)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let value = body()
    result.withLock { $0 = value }
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
  return result.now
}

/// A thread with its own stack size, which runs the jobs of tasks that prefer it.
package final class OwnThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isOver = false
  }

  private let state = Guarded(State())
  private let news = DispatchSemaphore(value: 0)

  package init(stackSize: Int) {
    let thread = Thread { [self] in
      while true {
        news.wait()
        let (job, isOver) = state.withLock { state in
          (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isOver)
        }
        guard let job else {
          if isOver { return }
          continue
        }
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
    thread.stackSize = stackSize
    thread.start()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    news.signal()
  }

  /// Runs a closure on the thread from beginning to end.
  package static func run<Result: Sendable>(
    stackSize: Int, _ body: @escaping @Sendable () async -> Result
  ) async -> Result {
    let thread = OwnThread(stackSize: stackSize)
    defer { thread.end() }
    return await Task(executorPreference: thread, operation: body).value
  }

  /// Ends the thread when it has run its jobs.
  package func end() {
    state.withLock { $0.isOver = true }
    news.signal()
  }
}

/// Runs a closure on a new thread, and suspends until it has ended.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

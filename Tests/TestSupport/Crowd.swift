import Foundation
import Synchronization

/// Counts, from any thread.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// A value behind a lock that the thread sanitizer knows, which the standard library's mutex is not.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// Opens once; threads block before it and tasks suspend.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var tasks: [CheckedContinuation<Void, Never>] = []
    var threads: [DispatchSemaphore] = []
  }

  private let state = Guarded(State())

  func open() {
    let (tasks, threads) = state.withLock { state in
      defer { (state.tasks, state.threads) = ([], []) }
      state.isOpen = true
      return (state.tasks, state.threads)
    }
    for task in tasks { task.resume() }
    for thread in threads { thread.signal() }
  }

  /// Blocks the thread.
  func wait() {
    let semaphore = DispatchSemaphore(value: 0)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.threads.append(semaphore) }
      return state.isOpen
    }
    if !isOpen { semaphore.wait() }
  }

  /// Suspends the task.
  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.tasks.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Several threads and tasks that do something at the same moment: none begins before all are there.
struct Crowd: Sendable, CustomStringConvertible {
  var threads = 0
  var tasks = 0

  static let all = [Crowd(threads: 8), Crowd(tasks: 8), Crowd(threads: 4, tasks: 4)]

  var description: String { "\(threads) threads, \(tasks) tasks" }

  /// What each of them got. Results need not be Sendable: they are only compared when all have ended.
  func run<Result>(
    synchronous: @escaping @Sendable () throws -> Result, asynchronous: @escaping @Sendable () async throws -> Result
  ) async -> [Swift.Result<Result, any Error>] {
    let barrier = Barrier(count: threads + tasks)
    let results = Guarded<[Swift.Result<Result, any Error>]>([])
    let add = { @Sendable (result: Swift.Result<Result, any Error>) -> Int in
      results.withLock { results in
        results.append(result)
        return results.count
      }
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isLast = { @Sendable [threads, tasks] (count: Int) in count == threads + tasks }
      for _ in 0..<threads {
        Thread.detachNewThread {
          barrier.wait()
          if isLast(add(Swift.Result { try synchronous() })) { continuation.resume() }
        }
      }
      for _ in 0..<tasks {
        Task.detached {
          await barrier.pass()
          let count: Int
          do { count = add(.success(try await asynchronous())) } catch { count = add(.failure(error)) }
          if isLast(count) { continuation.resume() }
        }
      }
    }
    return results.withLock { $0 }
  }
}

/// Opens when all have come.
private final class Barrier: Sendable {
  private let missing: Atomic<Int>
  private let gate = Gate()

  init(count: Int) { missing = Atomic(count) }

  func wait() {
    arrive()
    gate.wait()
  }

  func pass() async {
    arrive()
    await gate.pass()
  }

  private func arrive() {
    if missing.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { gate.open() }
  }
}

/// Keeps a processor busy for some microseconds: a factory that takes a while.
func takeAWhile() {
  let end = ContinuousClock.now + .microseconds(200)
  while ContinuousClock.now < end {}
}

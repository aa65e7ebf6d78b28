import Foundation
import Synchronization
import Testing

/// A value behind a lock that the thread sanitizer knows, which the standard library's mutex is not.
final class Shelf<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  var now: Value { withLock { $0 } }
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// Looks at an object without keeping it.
final class Glimpse: @unchecked Sendable {
  private weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isGone: Bool { object == nil }
}

/// Opens once; threads block before it and tasks suspend.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var tasks: [CheckedContinuation<Void, Never>] = []
    var threads: [DispatchSemaphore] = []
  }

  private let state = Shelf(State())

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

/// Opens when all have come.
final class Meeting: Sendable {
  private let missing: Atomic<Int>
  private let latch = Latch()

  init(of count: Int) { missing = Atomic(count) }

  func wait() {
    arrive()
    latch.wait()
  }

  func pass() async {
    arrive()
    await latch.pass()
  }

  private func arrive() {
    if missing.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { latch.open() }
  }
}

/// Several threads and tasks that do something at the same moment: none begins before all are there.
struct Party: Sendable, CustomTestStringConvertible {
  var threads = 0
  var tasks = 0

  static let all = [Party(threads: 8), Party(tasks: 8), Party(threads: 4, tasks: 4)]

  var testDescription: String { "\(threads) threads, \(tasks) tasks" }

  /// What each of them got, by its number; threads come first. Results need not be Sendable: they are only compared when
  /// all have ended.
  func run<Result>(
    blocking: @escaping @Sendable (Int) throws -> Result, awaiting: @escaping @Sendable (Int) async throws -> Result
  ) async -> [Swift.Result<Result, any Error>] {
    let meeting = Meeting(of: threads + tasks)
    let results = Shelf<[Int: Swift.Result<Result, any Error>]>([:])
    let isLast = { @Sendable [total = threads + tasks] (number: Int, result: Swift.Result<Result, any Error>) in
      results.withLock { results in
        results[number] = result
        return results.count == total
      }
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      for number in 0..<threads {
        Thread.detachNewThread {
          meeting.wait()
          if isLast(number, Swift.Result { try blocking(number) }) { continuation.resume() }
        }
      }
      for number in threads..<(threads + tasks) {
        Task.detached {
          await meeting.pass()
          let result: Swift.Result<Result, any Error>
          do { result = .success(try await awaiting(number)) } catch { result = .failure(error) }
          if isLast(number, result) { continuation.resume() }
        }
      }
    }
    return results.withLock { results in results.sorted { $0.key < $1.key }.map(\.value) }
  }
}

/// Runs something in a task of its own, and fails the test if that does not end, rather than to hang.
///
/// It is given up, not stopped. The time is that of a machine which has much else to do.
func promptly(
  _ way: Way = .awaiting, within seconds: Int = 150, at place: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Way) async throws -> Void
) async throws {
  let first = Shelf<CheckedContinuation<Result<Void, any Error>?, Never>?>(nil)
  let result = await withCheckedContinuation { continuation in
    first.withLock { $0 = continuation }
    Task {
      let result: Result<Void, any Error>
      do { result = .success(try await body(way)) } catch { result = .failure(error) }
      first.withLock { $0.take() }?.resume(returning: result)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
      first.withLock { $0.take() }?.resume(returning: nil)
    }
  }
  if let result { try result.get() } else { Issue.record("did not end", sourceLocation: place) }
}

/// Runs something on a thread of its own, and does not wait for it.
func thread(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

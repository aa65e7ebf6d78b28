import Foundation
import Synchronization
import Testing

/// Counts, from any thread.
final class Tally: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  func add() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// Notes what happened, in order, from any thread.
final class Journal<Entry: Sendable>: @unchecked Sendable {
  // Guarded by a lock that the thread sanitizer knows.
  private let lock = NSLock()
  private var noted: [Entry] = []

  var entries: [Entry] { lock.withLock { noted } }

  @discardableResult
  func note(_ entry: Entry) -> Int {
    lock.withLock {
      noted.append(entry)
      return noted.count
    }
  }
}

/// Opens once; threads block before it and tasks suspend.
final class Door: @unchecked Sendable {
  // Guarded by a lock that the thread sanitizer knows.
  private let lock = NSLock()
  private var isOpen = false
  private var waiting: [@Sendable () -> Void] = []

  func open() {
    let waiting = lock.withLock {
      defer { self.waiting = [] }
      isOpen = true
      return self.waiting
    }
    for goOn in waiting { goOn() }
  }

  /// Blocks the thread.
  func wait() {
    let semaphore = DispatchSemaphore(value: 0)
    whenOpen { semaphore.signal() }
    semaphore.wait()
  }

  /// Suspends the task.
  func pass() async {
    await withCheckedContinuation { continuation in whenOpen { continuation.resume() } }
  }

  private func whenOpen(_ goOn: @escaping @Sendable () -> Void) {
    let isOpen = lock.withLock {
      if !self.isOpen { waiting.append(goOn) }
      return self.isOpen
    }
    if isOpen { goOn() }
  }
}

/// Several threads and tasks that ask at the same moment: none begins before all are there.
struct Rush: Sendable, CustomTestStringConvertible {
  var threads = 0
  var tasks = 0

  static let all = [Rush(threads: 8), Rush(tasks: 8), Rush(threads: 4, tasks: 4)]

  var testDescription: String { "\(threads) threads, \(tasks) tasks" }

  /// What each of them got.
  func run<Value: Sendable>(
    blocking: @escaping @Sendable () throws -> Value, awaiting: @escaping @Sendable () async throws -> Value
  ) async -> [Result<Value, any Error>] {
    let count = threads + tasks
    let (start, end) = (Door(), Door())
    let arrivals = Tally()
    let results = Journal<Result<Value, any Error>>()
    let arrive = { @Sendable in if arrivals.add() == count { start.open() } }
    let leave = { @Sendable (result: Result<Value, any Error>) in if results.note(result) == count { end.open() } }
    for _ in 0..<threads {
      Thread.detachNewThread {
        arrive()
        start.wait()
        leave(Result { try blocking() })
      }
    }
    for _ in 0..<tasks {
      Task.detached {
        arrive()
        await start.pass()
        do { leave(.success(try await awaiting())) } catch { leave(.failure(error)) }
      }
    }
    await end.pass()
    return results.entries
  }
}

/// Runs something on a thread of its own, and suspends until it has ended.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

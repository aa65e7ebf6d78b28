import Astroject
import Foundation
import Synchronization

/// Counts from any thread.
package final class Counter: Sendable {
  private let count = Atomic(0)
  private let hasWaiters = Atomic(false)
  private let waiters = Guarded<[(goal: Int, task: CheckedContinuation<Void, Never>)]>([])

  package init() {}

  package var value: Int { count.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  package func increment() -> Int {
    let value = count.add(1, ordering: .sequentiallyConsistent).newValue
    if hasWaiters.load(ordering: .sequentiallyConsistent) { wake() }
    return value
  }

  /// Counts, and returns a value.
  package func count<Value>(_ value: Value) -> Value {
    increment()
    return value
  }

  /// Suspends until it has counted that far.
  package func reaches(_ goal: Int) async {
    await withCheckedContinuation { task in
      waiters.withLock { $0.append((goal, task)) }
      // A thread that counts after this sees the waiter, and one that has counted before is seen by `wake()`.
      hasWaiters.store(true, ordering: .sequentiallyConsistent)
      wake()
    }
  }

  private func wake() {
    let reached = waiters.withLock { waiters in
      let value = value
      defer { waiters.removeAll { $0.goal <= value } }
      return waiters.filter { $0.goal <= value }
    }
    for waiter in reached { waiter.task.resume() }
  }
}

/// A value behind a lock that the thread sanitizer knows. It does not know the standard library's mutex.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package var now: Value { withLock { $0 } }

  /// Sets another value, and returns the one before.
  package func exchange(_ other: Value) -> Value {
    withLock { value in
      defer { value = other }
      return value
    }
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// Opens once; threads block before it, and tasks suspend.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var tasks: [CheckedContinuation<Void, Never>] = []
    var threads: [DispatchSemaphore] = []
  }

  private let state = Guarded(State())

  package init() {}

  package var isOpen: Bool { state.withLock { $0.isOpen } }

  package func open() {
    let (tasks, threads) = state.withLock { state in
      defer { (state.tasks, state.threads) = ([], []) }
      state.isOpen = true
      return (state.tasks, state.threads)
    }
    Watchdog.shared.noteProgress()
    for task in tasks { task.resume() }
    for thread in threads { thread.signal() }
  }

  /// Blocks the thread until the gate is open. It must not be a thread of the cooperative pool.
  package func wait() {
    let semaphore = DispatchSemaphore(value: 0)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.threads.append(semaphore) }
      return state.isOpen
    }
    if !isOpen { semaphore.wait() }
  }

  /// Suspends the task until the gate is open.
  package func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.tasks.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// A point in a factory where builds pass until it is armed. Then they suspend there until they may go on.
package struct PausePoint: Sendable {
  private let isArmed = Gate()
  private let reached = Gate()
  private let mayGoOn = Gate()

  package init() {}

  package func arm() { isArmed.open() }

  package func pass() async {
    guard isArmed.isOpen else { return }
    reached.open()
    await mayGoOn.pass()
  }

  package func waitUntilReached() async { await reached.pass() }

  package func goOn() { mayGoOn.open() }
}

/// Threads and tasks that start at the same moment: none begins before all are ready.
package struct Crowd: Sendable, CustomStringConvertible {
  package var threads = 0
  package var tasks = 0

  package static let all = [Crowd(threads: 8), Crowd(tasks: 8), Crowd(threads: 4, tasks: 4)]

  package var description: String { "\(threads) threads, \(tasks) tasks" }

  package init(threads: Int = 0, tasks: Int = 0) {
    self.threads = threads
    self.tasks = tasks
  }

  /// Returns the result of each thread and task. Results need not be Sendable because they are only compared at the
  /// end.
  package func run<Result>(
    synchronous: @escaping @Sendable () throws -> Result, asynchronous: @escaping @Sendable () async throws -> Result
  ) async -> [Swift.Result<Result, any Error>] {
    await run { _ in
      try synchronous()
    } asynchronous: { _ in
      try await asynchronous()
    }
  }

  /// Runs a closure that awaits nothing on each thread and in each task, and returns the results by their numbers.
  package func run<Result>(
    _ body: @escaping @Sendable (Int) throws -> Result
  ) async -> [Swift.Result<Result, any Error>] {
    await run(synchronous: body, asynchronous: body)
  }

  /// Returns what each thread and task gets that resolves a type.
  package func resolve<Product>(
    _ type: Product.Type, in container: Container
  ) async -> [Swift.Result<Product, any Error>] {
    await run {
      try container.resolve(Product.self)
    } asynchronous: {
      try await container.resolve(Product.self)
    }
  }

  /// Returns the result of each thread and task by its number. Threads come first.
  package func run<Result>(
    synchronous: @escaping @Sendable (Int) throws -> Result,
    asynchronous: @escaping @Sendable (Int) async throws -> Result
  ) async -> [Swift.Result<Result, any Error>] {
    let barrier = Barrier(count: threads + tasks)
    let work = Work(count: threads + tasks, synchronous, asynchronous)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      for number in 0..<threads {
        Thread.detachNewThread {
          barrier.wait()
          work.run(number)
          if work.isLast() { continuation.resume() }
        }
      }
      for number in threads..<(threads + tasks) {
        Task.detached {
          await barrier.pass()
          await work.run(awaiting: number)
          if work.isLast() { continuation.resume() }
        }
      }
    }
    return work.results.withLock { results in results.sorted { $0.key < $1.key }.map(\.value) }
  }
}

/// Runs a closure on threads that start at the same moment, and returns the results by their numbers.
///
/// - Throws: The error of the first thread that threw one.
@discardableResult
package func onThreads<Result>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result
) async throws -> [Result] {
  try await Crowd(threads: count).run(body).map { try $0.get() }
}

/// The closures of a crowd and their results. Nothing else retains them, so a crowd that has run retains nothing.
private final class Work<Result>: @unchecked Sendable {
  typealias Synchronous = @Sendable (Int) throws -> Result
  typealias Asynchronous = @Sendable (Int) async throws -> Result

  let results = Guarded<[Int: Swift.Result<Result, any Error>]>([:])
  private let missing: Atomic<Int>
  // Unchecked, because the last thread or task removes them, after the others have run them.
  private var synchronous: Synchronous?
  private var asynchronous: Asynchronous?

  init(count: Int, _ synchronous: @escaping Synchronous, _ asynchronous: @escaping Asynchronous) {
    missing = Atomic(count)
    (self.synchronous, self.asynchronous) = (synchronous, asynchronous)
  }

  func run(_ number: Int) {
    guard let synchronous else { return }
    let result = Swift.Result { try synchronous(number) }
    results.withLock { $0[number] = result }
  }

  func run(awaiting number: Int) async {
    guard let asynchronous else { return }
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await asynchronous(number)) } catch { result = .failure(error) }
    results.withLock { $0[number] = result }
  }

  /// Notes the end of a thread or task, and returns true if it is the last one.
  func isLast() -> Bool {
    Watchdog.shared.noteProgress()
    guard missing.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return false }
    (synchronous, asynchronous) = (nil, nil)
    return true
  }
}

/// Opens when all have arrived.
package final class Barrier: Sendable {
  private let missing: Atomic<Int>
  private let gate = Gate()

  package init(count: Int) { missing = Atomic(count) }

  package func wait() {
    arrive()
    gate.wait()
  }

  package func pass() async {
    arrive()
    await gate.pass()
  }

  private func arrive() {
    if missing.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { gate.open() }
  }
}

/// Keeps a processor busy for 200 microseconds, like a slow factory.
package func takeAWhile() {
  let end = threadTime() + .microseconds(200)
  while threadTime() < end {}
}

/// Returns a value as a slow factory does.
package func slowly<Value>(_ value: @autoclosure () throws -> Value) rethrows -> Value {
  takeAWhile()
  return try value()
}

/// Returns a value when other tasks may have run.
package func later<Value>(_ value: Value) async -> Value {
  await Task.yield()
  return value
}

/// Suspends until something holds that no event announces, such as the end of an object. It has no limit.
package func until(_ holds: () -> Bool) async { while !holds() { await Task.yield() } }

/// Suspends until the task is cancelled.
///
/// - Throws: `CancellationError`, always.
package func sleepUntilCancelled() async throws -> Never {
  let isCancelled = Gate()
  await withTaskCancellationHandler {
    await isCancelled.pass()
  } onCancel: {
    isCancelled.open()
  }
  throw CancellationError()
}

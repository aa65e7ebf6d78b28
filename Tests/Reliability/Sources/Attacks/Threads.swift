import Foundation

/// Runs each closure on its own thread at the same time, and returns when all have returned.
func race(_ contestants: @Sendable () throws -> Void...) throws {
  let barrier = Barrier(count: contestants.count)
  let failure = Cell<(any Error)?>(nil)
  let finished = DispatchGroup()
  for contestant in contestants {
    finished.enter()
    Thread {
      defer { finished.leave() }
      barrier.wait()
      do { try contestant() } catch { failure.change { $0 = error } }
    }.start()
  }
  finished.wait()
  if let error = failure.value { throw error }
}

/// Runs a closure in two tasks at the same time.
func race(tasks body: @escaping @Sendable (_ number: Int) async throws -> Void) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 0..<2 { group.addTask { try await body(number) } }
    try await group.waitForAll()
  }
}

/// Lets threads continue when all have arrived.
final class Barrier: Sendable {
  private let missing: Cell<Int>
  private let semaphore = DispatchSemaphore(value: 0)
  private let count: Int

  init(count: Int) {
    missing = Cell(count)
    self.count = count
  }

  func wait() {
    let isLast = missing.change { missing in
      missing -= 1
      return missing == 0
    }
    if isLast { for _ in 1..<count { semaphore.signal() } } else { semaphore.wait() }
  }
}

/// A value behind a lock. A replaced value is freed outside the lock.
final class Cell<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var content: Value

  init(_ content: Value) { self.content = content }

  var value: Value { change { $0 } }

  @discardableResult
  func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&content) }
  }

  @discardableResult
  func exchange(_ new: Value) -> Value {
    change { content in
      defer { content = new }
      return content
    }
  }
}

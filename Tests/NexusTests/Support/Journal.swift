import Foundation
import Synchronization
import TestSupport
import Testing

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

/// Runs something on a thread of its own, and suspends until it has ended.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

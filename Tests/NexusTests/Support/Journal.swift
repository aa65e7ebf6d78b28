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

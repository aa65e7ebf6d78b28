import Foundation
import Synchronization
import TestSupport
import Testing

/// Records entries in order, from any thread.
final class Journal<Entry: Sendable>: @unchecked Sendable {
  // An `NSLock`, because the thread sanitizer recognizes it.
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

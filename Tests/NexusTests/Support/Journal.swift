import TestSupport

/// Records entries in order, from any thread.
final class Journal<Entry: Sendable>: Sendable {
  private let noted = Guarded<[Entry]>([])

  var entries: [Entry] { noted.now }

  @discardableResult
  func note(_ entry: Entry) -> Int {
    noted.withLock { noted in
      noted.append(entry)
      return noted.count
    }
  }
}

import Synchronization

/// Notes what happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let contents = Mutex<[Entry]>([])

  var entries: [Entry] { contents.withLock { $0 } }

  func note(_ entry: Entry) { contents.withLock { $0.append(entry) } }
}

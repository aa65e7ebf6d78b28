import Foundation

@testable import FetchKit

/// A list that several tasks may append to.
final class Record<Element: Sendable>: @unchecked Sendable {
  /// Protects `list`, which makes the class Sendable.
  private let lock = NSLock()
  private var list: [Element] = []

  var all: [Element] { lock.withLock { list } }
  func add(_ element: Element) { lock.withLock { list.append(element) } }
}

/// Records lines instead of printing them.
struct RecordingOutput: Output {
  private let record = Record<String>()

  var lines: [String] { record.all }
  func write(_ line: String) { record.add(line) }
}

/// Records durations instead of waiting.
struct RecordingPause: Pause {
  private let record = Record<Duration>()

  var durations: [Duration] { record.all }
  func wait(_ duration: Duration) { record.add(duration) }
}

/// Files in memory.
struct MemoryFiles: Files {
  private let record = Record<(path: String, data: Data)>()

  init(_ files: [String: String] = [:]) {
    for (path, text) in files { record.add((path, Data(text.utf8))) }
  }

  var paths: [String] { record.all.map(\.path) }
  func read(_ path: String) -> Data? { record.all.last { $0.path == path }?.data }
  func write(_ data: Data, to path: String) { record.add((path, data)) }
}

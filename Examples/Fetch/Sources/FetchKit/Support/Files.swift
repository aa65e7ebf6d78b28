import Foundation

/// Reads and writes files.
protocol Files: Sendable {
  /// Returns the contents of a file, or nil if it does not exist.
  func read(_ path: String) throws -> Data?
  /// Writes a file, and creates the missing folders of its path.
  func write(_ data: Data, to path: String) throws
}

struct LocalFiles: Files {
  init() {}

  func read(_ path: String) throws -> Data? {
    FileManager.default.fileExists(atPath: path) ? try Data(contentsOf: URL(fileURLWithPath: path)) : nil
  }

  func write(_ data: Data, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }
}

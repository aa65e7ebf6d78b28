import Foundation

/// Files by their paths.
protocol Files: Sendable {
  /// What is in a file, or nil where there is none.
  func read(_ path: String) throws -> Data?
  /// Writes a file, and makes the folders on its path.
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

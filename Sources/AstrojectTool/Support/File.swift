import Foundation

/// Files by paths that may be relative to the current directory.
enum File {
  static func url(_ path: String, from directory: String) -> URL {
    URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: directory, isDirectory: true)).standardizedFileURL
  }

  /// Replaces a file whole; if that fails, the old one is as it was.
  static func write(_ text: String, to path: String, from directory: String) throws {
    do {
      try Data(text.utf8).write(to: url(path, from: directory), options: .atomic)
    } catch {
      throw Refusal("\(path.quoted) could not be written: \(reason(error))")
    }
  }

  static func read(_ path: String, from directory: String) throws -> Data {
    do { return try Data(contentsOf: url(path, from: directory), options: .mappedIfSafe) } catch {
      throw Refusal("\(path.quoted) could not be read: \(reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String { (error as NSError).localizedDescription }
}

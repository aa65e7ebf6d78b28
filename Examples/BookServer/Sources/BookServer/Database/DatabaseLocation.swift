import Foundation
import Singularity

/// Where the database is: a value of `services.json`.
enum DatabaseLocation: Sendable, Equatable {
  case file(path: String)
  /// In a new temporary folder.
  case temporaryFile
  /// For tests: it is gone with its connection.
  case memory
}

extension DatabaseLocation: ResourceValue {}

extension DatabaseLocation {
  /// Makes the folder of a temporary file.
  ///
  /// - Returns: The path of the file; nil in memory.
  func makePath() throws -> String? {
    switch self {
    case .file(let path): return path
    case .temporaryFile:
      let folder = FileManager.default.temporaryDirectory.appending(path: "BookServer-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder.appending(path: "books.sqlite").path
    case .memory: return nil
    }
  }
}

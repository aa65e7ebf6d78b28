import Foundation
import Singularity

/// The location of the database, from `services.json`.
enum DatabaseLocation: Sendable, Equatable {
  case file(path: String)
  /// A file in a new temporary folder.
  case temporaryFile
  /// A database for tests, which disappears with its connection.
  case memory
}

extension DatabaseLocation: ResourceValue {}

extension DatabaseLocation {
  /// Returns the path of the file, or nil for a database in memory. Makes the folder of a temporary file.
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

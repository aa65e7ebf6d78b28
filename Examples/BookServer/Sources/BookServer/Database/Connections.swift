import GRDB

/// The open database: one connection for writing, and several for reading at the same time.
final class Connections: Sendable {
  let writing: ConnectionPool
  let reading: ConnectionPool

  /// Opens the database, and migrates its tables.
  init(location: DatabaseLocation) async throws {
    var configuration = Configuration()
    // A `Transaction` stays open between two accesses.
    configuration.allowsUnsafeTransactions = true
    guard let path = try location.makePath() else {
      let connection = try DatabaseQueue(configuration: configuration)
      try Schema.migrator.migrate(connection)
      writing = ConnectionPool([connection])
      reading = writing
      return
    }
    configuration.journalMode = .wal
    let writer = try DatabaseQueue(path: path, configuration: configuration)
    try Schema.migrator.migrate(writer)
    writing = ConnectionPool([writer])
    configuration.readonly = true
    reading = ConnectionPool(
      try (1...4).map { _ in try DatabaseQueue(path: path, configuration: configuration) })
  }

  func close() async throws {
    try await reading.close()
    try await writing.close()
  }
}

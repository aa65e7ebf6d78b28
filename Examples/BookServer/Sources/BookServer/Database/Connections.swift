import GRDB

/// The open database: one connection that writes, and some that read beside it.
final class Connections: Sendable {
  let writing: ConnectionPool
  let reading: ConnectionPool

  /// Opens the database, and brings its tables up to date.
  init(location: DatabaseLocation) async throws {
    var configuration = Configuration()
    // A transaction goes on between two accesses: see `Transaction`.
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

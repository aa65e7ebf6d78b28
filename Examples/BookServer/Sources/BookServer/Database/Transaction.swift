import GRDB

/// The database work of one request, which is committed or rolled back as a whole.
///
/// A transaction begins with the first access, and has its own connection until it ends. The next access begins a new
/// transaction.
actor Transaction {
  private let pool: ConnectionPool
  private let kind: Database.TransactionKind
  private var connection: DatabaseQueue?

  init(connections: Connections, request: RequestInfo) {
    pool = request.isReadOnly ? connections.reading : connections.writing
    kind = request.isReadOnly ? .deferred : .immediate
  }

  /// Runs a closure in the transaction. Calls must not overlap.
  func perform<Value: Sendable>(_ work: @Sendable (Database) throws -> Value) async throws -> Value {
    let connection: DatabaseQueue
    if let taken = self.connection {
      connection = taken
    } else {
      connection = await pool.take()
      self.connection = connection
    }
    return try await connection.writeWithoutTransaction { [kind] db in
      if !db.isInsideTransaction { try db.beginTransaction(kind) }
      return try work(db)
    }
  }

  func commit() async throws { try await end { try $0.commit() } }

  /// Discards the changes since the last commit.
  func rollBack() async throws { try await end { try $0.rollback() } }

  private func end(_ close: @escaping @Sendable (Database) throws -> Void) async throws {
    guard let connection else { return }
    self.connection = nil
    // Uses the form with a callback because the asynchronous one does not run in a cancelled task.
    let result: Result<Void, any Error> = await withCheckedContinuation { ended in
      connection.asyncWriteWithoutTransaction { db in
        let result = Result { if db.isInsideTransaction { try close(db) } }
        if db.isInsideTransaction { try? db.rollback() }
        ended.resume(returning: result)
      }
    }
    await pool.giveBack(connection)
    try result.get()
  }
}

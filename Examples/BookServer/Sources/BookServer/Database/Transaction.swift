import GRDB

/// What a request does in the database: all of it, or nothing.
///
/// It begins with the first access and has a connection for itself until it ends. After that, the next access begins
/// another one.
actor Transaction {
  private let pool: ConnectionPool
  private let kind: Database.TransactionKind
  private var connection: DatabaseQueue?

  init(connections: Connections, request: RequestInfo) {
    pool = request.isReadOnly ? connections.reading : connections.writing
    kind = request.isReadOnly ? .deferred : .immediate
  }

  /// Works in the database. A request does one thing after another: calls must not overlap.
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

  /// Takes back what has not been committed.
  func rollBack() async throws { try await end { try $0.rollback() } }

  private func end(_ close: @escaping @Sendable (Database) throws -> Void) async throws {
    guard let connection else { return }
    self.connection = nil
    // The form with a callback, as a cancelled task does not get to run the asynchronous one.
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

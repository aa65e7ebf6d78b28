import GRDB

/// Connections that are handed out one at a time, in the order in which they were asked for.
actor ConnectionPool {
  private var free: [DatabaseQueue]
  private var waiting: [CheckedContinuation<DatabaseQueue, Never>] = []

  init(_ connections: [DatabaseQueue]) { free = connections }

  func take() async -> DatabaseQueue {
    if let connection = free.popLast() { return connection }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func giveBack(_ connection: DatabaseQueue) {
    if waiting.isEmpty {
      free.append(connection)
    } else {
      waiting.removeFirst().resume(returning: connection)
    }
  }

  /// Closes the connections that nobody has.
  func close() throws {
    for connection in free { try connection.close() }
    free = []
  }
}

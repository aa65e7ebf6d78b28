import GRDB

/// A pool that lends each connection to one task at a time, in the order of the requests.
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

  /// Closes the connections that are not in use.
  func close() throws {
    for connection in free { try connection.close() }
    free = []
  }
}

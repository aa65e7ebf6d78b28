/// Where the database is.
enum DatabaseLocation: Sendable, Equatable {
  case file(String)
  /// For tests: it is gone with its connection.
  case memory
}

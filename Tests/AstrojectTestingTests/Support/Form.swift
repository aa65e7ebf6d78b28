import Testing

/// Whether an assertion is called in its synchronous or in its asynchronous form.
enum Form: CaseIterable, Sendable, CustomTestStringConvertible {
  case synchronous
  case asynchronous

  var testDescription: String { self == .synchronous ? "sync" : "async" }

  /// Runs the one or the other.
  func run<Result>(
    _ synchronous: () throws -> Result, asynchronously asynchronous: () async throws -> Result
  ) async rethrows -> Result {
    switch self {
    case .synchronous: try synchronous()
    case .asynchronous: try await asynchronous()
    }
  }
}

extension TaskLocal {
  /// Binds a value for as long as an asynchronous closure runs, which runs where its caller runs.
  ///
  /// - Parameter isolation: Where that is: the standard library's function is not compiled so that a closure handed to
  ///   it runs there by itself.
  @inline(__always)
  func withValue<Result>(
    _ value: Value, isolation: isolated (any Actor)?, awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    try await withValue(value) {
      _ = isolation
      return Unchecked(try await body())
    }.value
  }
}

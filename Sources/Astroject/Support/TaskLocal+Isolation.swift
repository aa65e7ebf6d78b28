extension TaskLocal {
  /// Binds a value while an asynchronous closure runs in the isolation of its caller.
  ///
  /// - Parameter isolation: The isolation of the caller. The standard library's function would not run the closure
  ///   there by itself.
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

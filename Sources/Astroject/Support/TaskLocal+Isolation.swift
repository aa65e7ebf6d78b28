extension TaskLocal {
  /// Binds a value while an asynchronous closure runs in the isolation of its caller.
  ///
  /// The result does not go through the standard library's function, which would ask the runtime for its type, and
  /// would not be specialised. That takes as long as all the rest.
  ///
  /// - Parameter isolation: The isolation of the caller. The standard library's function would not run the closure
  ///   there by itself.
  @inline(__always)
  func withValue<Result>(
    _ value: Value, isolation: isolated (any Actor)?, awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    // Only this call uses the memory.
    nonisolated(unsafe) let result = UnsafeMutablePointer<Result>.allocate(capacity: 1)
    defer { result.deallocate() }
    try await withValue(value) {
      _ = isolation
      result.initialize(to: try await body())
    }
    return result.move()
  }
}

extension Container {
  /// Begins to record the resolves of this container and its children.
  ///
  /// Each resolve takes a slower path from now on.
  ///
  /// - Parameter limit: The number of roots that the trace records; see ``ResolutionTrace``.
  /// - Returns: The trace.
  public func resolutionTrace(limit: Int = 100) -> ResolutionTrace {
    let trace = ResolutionTrace(limit: limit)
    add(trace)
    return trace
  }
}

extension ResolutionTrace: Behavior {}

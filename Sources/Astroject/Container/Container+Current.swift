extension Container {
  @TaskLocal private static var bound: Container?
  private static let shared = Lock<Container?>(nil)

  /// The container that is asked by objects which nobody resolves: that of ``makeCurrent(_:)-(()->Result)`` around the
  /// caller, or else that of ``makeShared()``.
  ///
  /// Where there is neither, it is an empty container whose errors say so; register nothing in it.
  public static var current: Container { bound ?? shared.withLock { $0 } ?? .missing }

  /// Makes this the current container of the whole process, and keeps it alive.
  ///
  /// ```swift
  /// let container = try Container { … }.makeShared()
  /// ```
  @discardableResult
  public func makeShared() -> Container {
    let old = Container.shared.withLock { shared in
      defer { shared = self }
      return shared
    }
    // If this was its last reference, it goes here, where no lock is held.
    return withExtendedLifetime(old) { self }
  }

  /// Makes this the current container for as long as the closure runs, and for the tasks that it starts.
  public func makeCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Container.$bound.withValue(self, operation: body)
  }

  /// Makes this the current container for as long as the closure runs, and for the tasks that it starts.
  public func makeCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Container.$bound.withValue(self, isolation: isolation, awaiting: body)
  }
}

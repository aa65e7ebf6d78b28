extension Container {
  @TaskLocal private static var bound: Container?
  private static let process = Lock<Container?>(nil)

  /// The container for objects that are not resolved: that of ``withCurrent(_:_:)`` around the caller, or else
  /// ``shared``.
  ///
  /// Where there is neither, it is an empty container whose errors say so; register nothing in it.
  public static var current: Container { bound ?? shared ?? .missing }

  /// The current container of the whole process, which this keeps alive; nil takes it back.
  ///
  /// Set it at launch, from any thread. A task for which ``withCurrent(_:_:)`` has named a container has that instead.
  ///
  /// ```swift
  /// Container.shared = try Container { … }
  /// ```
  public static var shared: Container? {
    get { process.withLock { $0 } }
    set {
      let old = process.withLock { shared in
        defer { shared = newValue }
        return shared
      }
      // If this was its last reference, it goes here, where no lock is held.
      withExtendedLifetime(old) {}
    }
  }

  /// The container that ``withCurrent(_:_:)`` has named for the caller, if it has.
  package static var currentOfTask: Container? { bound }

  /// Has a container no longer be the shared one, if it is.
  package static func unshare(_ container: Container) {
    let old = process.withLock { shared in shared === container ? shared.take() : nil }
    withExtendedLifetime(old) {}
  }

  /// Makes a container the current one while a closure runs, and for the tasks that the closure starts.
  ///
  /// ```swift
  /// Container.withCurrent(container) { Screen() }  // its injected properties are filled from the container
  /// ```
  ///
  /// - Throws: An error of the closure's.
  public static func withCurrent<Result>(_ container: Container, _ body: () throws -> Result) rethrows -> Result {
    try $bound.withValue(container, operation: body)
  }

  /// Makes a container the current one while a closure runs that suspends, and for the tasks that the closure starts.
  ///
  /// - Throws: An error of the closure's.
  public static func withCurrent<Result>(
    _ container: Container, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $bound.withValue(container, isolation: isolation, awaiting: body)
  }
}

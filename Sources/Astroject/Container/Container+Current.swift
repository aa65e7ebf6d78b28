extension Container {
  /// The container that ``withCurrent(_:_:)`` has named for the caller, if there is one.
  @TaskLocal package static var currentOfTask: Container?
  private static let process = Lock<Container?>(nil)

  /// The container for objects that are not resolved: that of ``withCurrent(_:_:)``, or else ``shared``.
  ///
  /// If there is neither, it is an empty container, which takes no registrations, and whose errors say so. May be read
  /// from any thread.
  public static var current: Container {
    guard let current = currentOfTask else { return shared ?? .missing }
    current.core.delegate?.didGiveCurrent()
    return current
  }

  /// The current container of the whole process.
  ///
  /// It is retained here until it is replaced or set to nil.
  ///
  /// Set it at launch, from any thread. In a task for which ``withCurrent(_:_:)`` has named a container, that one takes
  /// precedence.
  ///
  /// ```swift
  /// Container.shared = try Container { … }
  /// ```
  public static var shared: Container? {
    get { process.withLock { $0 } }
    set { process.change { $0 = newValue } }
  }

  /// Sets the shared container, and returns the previous one, to be freed while no lock is held.
  package static func share(_ container: Container?) -> Container? {
    process.withLock { exchange(&$0, with: container) }
  }

  /// Clears the shared container if it is this one, which the caller holds.
  package static func unshare(_ container: Container) {
    process.withLock { shared in if shared === container { shared = nil } }
  }

  /// Makes a container the current one while a closure runs, and for the tasks that the closure starts.
  ///
  /// ```swift
  /// Container.withCurrent(container) { Screen() }  // its injected properties are filled from the container
  /// ```
  ///
  /// - Parameters:
  ///   - container: The container, which is retained meanwhile.
  ///   - body: The closure, which runs on the caller's thread.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public static func withCurrent<Result>(_ container: Container, _ body: () throws -> Result) rethrows -> Result {
    try $currentOfTask.withValue(container, operation: body)
  }

  /// Makes a container the current one while an asynchronous closure runs, and for the tasks that it starts.
  ///
  /// - Parameters:
  ///   - container: The container, which is retained meanwhile.
  ///   - isolation: The isolation of the caller, which the closure shares.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public static func withCurrent<Result>(
    _ container: Container, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $currentOfTask.withValue(container, isolation: isolation, awaiting: body)
  }
}

// The callers inside a container that do not hold it.

extension Core {
  /// Runs a closure for a caller that does not hold the container.
  ///
  /// - Parameter isInside: True if the caller works for a build that is under way in this core.
  /// - Throws: ``AstrojectError/containerReleased(_:)`` if the container is gone or has ended, unless `isInside`.
  package func use<Result>(
    _ key: Key, within isInside: @autoclosure () -> Bool, _ body: () throws -> Result
  ) throws -> Result {
    try begin(key, within: isInside())
    defer { leave() }
    return try body()
  }

  /// Runs an asynchronous closure for a caller that does not hold the container.
  ///
  /// - Parameter isInside: True if the caller works for a build that is under way in this core.
  /// - Throws: ``AstrojectError/containerReleased(_:)`` if the container is gone or has ended, unless `isInside`.
  package func use<Result>(
    _ key: Key, within isInside: @autoclosure () -> Bool, _ body: () async throws -> Result
  ) async throws -> Result {
    await CallerIsolation.enter()
    try begin(key, within: isInside())
    defer { leave() }
    return try await body()
  }

  /// Lets in a caller that does not hold the container, until `leave`.
  ///
  /// - Parameter isInside: True if the caller works for a build that is under way in this core. It is asked once the
  ///   caller is counted, because before that the answer could be out of date; see ``RundownGuard``.
  /// - Throws: ``AstrojectError/containerReleased(_:)`` if the container is gone or has ended, unless `isInside`.
  func begin(_ key: Key, within isInside: @autoclosure () -> Bool) throws {
    guard LibraryCopy.hasMade(copy) else { throw released(key) }
    guard rundown.enter() || isInside() else {
      leave()
      throw released(key)
    }
  }

  /// Counts in a caller that holds the container, and may release it before `leave`.
  func enter() { _ = rundown.enter() }

  /// Lets out a caller. It is not inlined into each way out of its callers.
  @inline(never)
  func leave() { if rundown.leave() { takeApart() } }

  /// Runs a closure for a caller that does not hold the container, if the container is open.
  package func ifOpen(_ body: () -> Void) { ifOpen(else: (), body) }

  /// Runs a closure for a caller that does not hold the container, or returns another result if the container is gone.
  package func ifOpen<Result>(else other: @autoclosure () -> Result, _ body: () -> Result) -> Result {
    guard LibraryCopy.hasMade(copy) else { return other() }
    defer { leave() }
    return rundown.enter() ? body() : other()
  }
}

/// Holds a core for work that may be done when the present caller has left.
final class Stay: Sendable {
  private let core: Core

  /// Begins the stay, for a caller that holds the core.
  init(in core: Core) {
    self.core = core
    core.enter()
  }

  deinit { core.leave() }
}

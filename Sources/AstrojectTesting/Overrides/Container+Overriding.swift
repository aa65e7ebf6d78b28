import Astroject

extension Container {
  /// Makes a container like this one for a test, with some registrations exchanged for others.
  ///
  /// ```swift
  /// let container = try app.overriding { overrides in
  ///   try overrides.replace(Client.self) { MockClient() }
  ///   try overrides.wrap(Store.self) { real in SpyStore(real) }
  ///   try overrides.add(Clock.self) { FixedClock() }
  /// }
  /// ```
  /// It has the same registrations, parents included, and none of the instances: whatever depends on an override,
  /// singletons of the parents too, is built anew. This container, its instances and its children stay as they are,
  /// also while others use it.
  ///
  /// Shared are instances that were made elsewhere (`register(instance:)`), objects that were given as a scope
  /// (`.as(instance)`; `.as { … }` makes one for each container) and the fallback; behaviors stay behind. A factory
  /// that has captured this container, rather than use its resolver, still asks this one: the failure texts of the
  /// assertions say so where it happens, and ``expectAllOverridesUsed(_:fileID:filePath:line:column:)`` fails.
  ///
  /// In a test with a container trait, or of a ``ContainerTestCase``, an override that the test makes itself, in its
  /// own trait or in its body (or in the initializer of its suite, which runs for each test), and that is never
  /// resolved fails that test. Elsewhere ask with ``expectAllOverridesUsed(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - allowUnused: Whether an override may be left unused; by default those that a test makes itself may not.
  ///   - fileID: Where it is made, for failures.
  ///   - filePath: Where it is made, for failures.
  ///   - line: Where it is made, for failures.
  ///   - column: Where it is made, for failures.
  ///   - body: Says what is exchanged. It runs once, at once.
  /// - Returns: The container, which nobody else knows.
  /// - Throws: ``OverrideError`` where an override does not fit what is registered, and what the closure throws;
  ///   `AstrojectError.containerReleased` in a child whose work has ended.
  public func overriding(
    allowUnused: Bool? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (Overrides) throws -> Void
  ) throws -> Container {
    try refuseIfEnded()
    let overrides = Overrides(making: fork())
    try body(overrides)
    return try overrides.finish(allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column))
  }

  /// Makes a container like this one for a test, with some registrations exchanged for others by a closure that is
  /// awaited; see ``overriding(allowUnused:fileID:filePath:line:column:_:)-(_,_,_,_,_,(Overrides)throws->Void)``.
  ///
  /// - Throws: ``OverrideError`` where an override does not fit what is registered, and what the closure throws;
  ///   `AstrojectError.containerReleased` in a child whose work has ended.
  public func overriding(
    allowUnused: Bool? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (Overrides) async throws -> Void
  ) async throws -> Container {
    try refuseIfEnded()
    let overrides = Overrides(making: fork())
    try await body(overrides)
    return try overrides.finish(allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column))
  }
}

import Astroject

extension Container {
  /// Makes a copy of this container, for a test, a preview or a debug menu, and overrides registrations in it.
  ///
  /// ```swift
  /// let container = try app.overriding { overrides in
  ///   try overrides.replace(Client.self) { MockClient() }
  ///   try overrides.wrap(Store.self) { real in SpyStore(real) }
  ///   try overrides.add(Clock.self) { FixedClock() }
  /// }
  /// ```
  /// The copy has the registrations of this container and its parents, and no instances. So everything that depends on
  /// an override is built anew, even a singleton of a parent. This container, its instances and its children stay as
  /// they are, even if other threads use them meanwhile.
  ///
  /// The copy shares with this container:
  ///
  /// - instances that were made elsewhere (`register(instance:)`)
  /// - objects that were given as a scope (`.as(instance)`; `.as { … }` makes one for each container)
  /// - the fallback
  ///
  /// Behaviors are not copied. A factory that has captured this container, instead of using its resolver, still asks
  /// this one. In tests, the failure texts of the assertions report such a request, and `expectAllOverridesUsed` fails.
  ///
  /// In a test with a container trait, or in a `ContainerTestCase`, an override that is never resolved fails the test.
  /// This applies to overrides that the test makes itself: in its own trait, in its body, or in the initializer
  /// of its suite, which runs for each test. Elsewhere call `expectAllOverridesUsed`.
  ///
  /// The running test holds the copy until its case ends, so that the `Lazy`, `Provider` and `@InjectLazy` of a subject
  /// work although a helper hands out the subject alone. With a container trait or in a `ContainerTestCase` it is
  /// released exactly then; in another XCTest case too; in another test of Swift Testing later, when many other tests
  /// have made copies. It is not shut down. Copies made in `expectReleased(after:)` are not held.
  ///
  /// It may be called on any thread. The cost grows with the number of registrations.
  ///
  /// - Parameters:
  ///   - allowUnused: True if overrides may stay unused. By default, those that a test makes itself may not.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - body: Overrides registrations. It runs once, before the function returns.
  /// - Returns: The copy, to which nothing else refers but the running test, if one runs.
  /// - Throws: ``OverrideError`` if an override does not fit the registrations; the error of the closure;
  ///   `AstrojectError.noRegistrationFound` if the container stands for a missing one;
  ///   `AstrojectError.containerReleased` in a child whose work has ended.
  public func overriding(
    allowUnused: Bool? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (Overrides) throws -> Void
  ) throws -> Container {
    try refuseIfAbsent()
    let overrides = Overrides(making: fork(), of: self)
    try body(overrides)
    return try overrides.finish(allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column))
  }

  /// Makes a copy of this container, and overrides registrations in it by an asynchronous closure.
  ///
  /// See the synchronous form.
  public func overriding(
    allowUnused: Bool? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (Overrides) async throws -> Void
  ) async throws -> Container {
    try refuseIfAbsent()
    let overrides = Overrides(making: fork(), of: self)
    try await body(overrides)
    return try overrides.finish(allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column))
  }

  /// Throws if there is nothing to override, because the container has ended or stands for one that is missing.
  package func refuseIfAbsent() throws {
    try refuseIfEnded()
    guard let cause = core.absence else { return }
    throw AstrojectError.noRegistrationFound(.init(key: Key(Container.self), path: [], cause: cause))
  }
}

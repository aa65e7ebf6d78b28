#if canImport(Testing)
  import AstrojectSources
  import Testing

  /// A trait of suites whose tests must have a container of their own: `.requiresContainer`.
  ///
  /// It is a trait of tests, too, because the runner hands the recursive traits of suites to tests.
  public struct RequiresContainerTrait: SuiteTrait, TestTrait, TestScoping {
    /// True, because the tests and suites within the suite inherit the trait.
    public var isRecursive: Bool { true }

    /// Runs a case with an empty container, which reports that the case asks for it, unless it has one of its own.
    ///
    /// - Parameters:
    ///   - test: The test, at whose line the failure is reported.
    ///   - testCase: The case; nil if the scope is that of the whole test.
    ///   - function: Runs the case.
    /// - Throws: The error of the case.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      let location = test.sourceLocation
      let place = SourcePlace(
        fileID: location.fileID, path: location.filePath, line: location.line, column: location.column)
      try await ContainerRequirement.run(at: place) { try await function() }
    }
  }

  extension SuiteTrait where Self == RequiresContainerTrait {
    /// Makes the tests of this suite fail if they use `Container.current` without a container of their own.
    ///
    /// Suites within this one inherit it. A test has a container of its own by `.container` at itself or at a suite, or
    /// in `Container.withCurrent(container) { … }`. Any other test that asks for `Container.current` fails at its line,
    /// once, and gets an empty container instead of `Container.shared`. Detached tasks still see `Container.shared`.
    ///
    /// ```swift
    /// @Suite(.requiresContainer)
    /// struct AppTests {
    ///   @Test(.container(AppContainer.make)) func `the model loads its notes`() { … }
    /// }
    /// ```
    public static var requiresContainer: Self { Self() }
  }
#endif

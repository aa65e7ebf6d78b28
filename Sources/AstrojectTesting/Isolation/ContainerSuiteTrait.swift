#if canImport(Testing)
  import Testing

  /// Gives each test case of a suite a container of its own, as `.container(AppContainer.make)` says it.
  ///
  /// It is a type of its own, so that a suite's trait is told from a test's where it is written: the runner hands both
  /// to the test in the same way.
  public struct ContainerSuiteTrait: SuiteTrait, TestTrait, TestScoping {
    private let plan: ContainerPlan

    /// The tests of the suite and of the suites in it inherit the trait.
    public var isRecursive: Bool { true }

    fileprivate init(
      make: ContainerPlan.Make? = nil, allowUnused: Bool?, at site: CallSite, override: ContainerPlan.Override? = nil
    ) {
      plan = ContainerPlan(
        make: make, override: override, allowUnused: allowUnused, isTestsOwn: false, site: site)
    }

    /// Runs a case with its container.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      try await plan.run(function)
    }
  }

  extension SuiteTrait where Self == ContainerSuiteTrait {
    /// Gives each case of each test in this suite a container of its own, current while the case runs.
    ///
    /// Suites in this one inherit it. The tasks that a case starts see it, too; detached tasks do not. If it cannot be
    /// made, the test fails and does not run.
    ///
    /// ```swift
    /// @Suite(.container(AppContainer.make))
    /// struct ModelTests {
    ///   @Test(.overriding { try $0.replace(Client.self) { MockClient() } })
    ///   func loads() throws { let model = try Container.current.resolve(Model.self) … }
    /// }
    /// ```
    /// - Parameters:
    ///   - make: Makes the container, once for each case: a function or a closure, which may be asynchronous or
    ///     isolated to the main actor.
    ///   - allowUnused: Whether overrides that `make` makes may stay unused; they may, unless this is false.
    public static func container(
      _ make: @escaping @autoclosure @Sendable () -> (@concurrent () async throws -> Container),
      allowUnused: Bool? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
      Self(make: make, allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column))
    }

    /// Gives each case of each test in this suite a container of its own with other registrations in the place of some.
    ///
    /// - Parameters:
    ///   - make: Makes the container, once for each case: a function or a closure, which may be asynchronous or
    ///     isolated to the main actor.
    ///   - allowUnused: Whether a test may leave an override unused; it may, unless this is false.
    ///   - override: Overrides registrations; if it throws, the test fails and does not run.
    public static func container(
      overriding make: @escaping @autoclosure @Sendable () -> (@concurrent () async throws -> Container),
      allowUnused: Bool? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
      _ override: @escaping @Sendable (Overrides) throws -> Void
    ) -> Self {
      Self(make: make, allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column), override: override)
    }

    /// Refines the container of the suite around this one; each case gets a container of its own.
    ///
    /// It stands after a `.container` of the same suite, which would take its place. Where no suite has a container, it
    /// refines the one of the process, if that has been made, and fails otherwise.
    ///
    /// - Parameters:
    ///   - allowUnused: Whether a test may leave an override unused; it may, unless this is false.
    ///   - override: Overrides registrations; if it throws, or if there is no container, the test fails and does not
    ///     run.
    public static func overriding(
      allowUnused: Bool? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
      _ override: @escaping @Sendable (Overrides) throws -> Void
    ) -> Self {
      Self(allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column), override: override)
    }
  }
#endif

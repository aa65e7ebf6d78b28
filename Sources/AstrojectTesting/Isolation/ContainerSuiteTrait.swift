#if canImport(Testing)
  import Testing

  /// A trait that gives each test case of a suite its own container: `.container(AppContainer.make)`.
  ///
  /// It is a separate type because the runner hands the traits of suites and of tests to a test in the same way. The
  /// type tells them apart.
  public struct ContainerSuiteTrait: SuiteTrait, TestTrait, TestScoping {
    private let plan: ContainerPlan

    /// True, because the tests and suites within the suite inherit the trait.
    public var isRecursive: Bool { true }

    fileprivate init(
      make: ContainerPlan.Make? = nil, allowUnused: Bool?, at site: CallSite, override: ContainerPlan.Override? = nil
    ) {
      plan = ContainerPlan(
        make: make, override: override, allowUnused: allowUnused, isTestsOwn: false, site: site)
    }

    /// Returns this trait for each case, and once more for all cases of a parameterised test.
    ///
    /// - Parameters:
    ///   - test: The test or suite.
    ///   - testCase: The case; nil if the scope is that of the whole test.
    /// - Returns: The trait; nil for a suite, and for a test with one case as a whole.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
      testCase != nil || test.isParameterized ? self : nil
    }

    /// Runs a case with its container, or all cases of a parameterised test with one account of their overrides.
    ///
    /// The container is made before the case and is `Container.current` while the case runs. If it cannot be made, the
    /// case fails and does not run. At the end, expected overrides that were not used are reported;
    /// those of a parameterised test after its last case, if no case has used them.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case; nil if the scope is that of the whole test.
    ///   - function: Runs the case.
    /// - Throws: The error of the case; an error of making the container if the task is cancelled.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      if testCase == nil { return try await CaseAccounts.run(function) }
      try await plan.run(function)
    }
  }

  extension SuiteTrait where Self == ContainerSuiteTrait {
    /// Gives each case of each test in this suite its own container, which is current while the case runs.
    ///
    /// Suites within this one inherit it. Tasks that a case starts see the container; detached tasks do not. If it
    /// cannot be made, the test fails and does not run.
    ///
    /// ```swift
    /// @Suite(.container(AppContainer.make))
    /// struct ModelTests {
    ///   @Test(.overriding { try $0.replace(Client.self) { MockClient() } })
    ///   func `the model loads its notes`() throws { let model = try Container.current.resolve(Model.self) … }
    /// }
    /// ```
    /// - Parameters:
    ///   - make: Makes the container, once for each case. It is a function or a closure, and may be asynchronous or
    ///     isolated to the main actor.
    ///   - allowUnused: False if the overrides that `make` makes must be used; nil and true allow unused ones.
    ///   - fileID: The file of the call, for failure reports.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public static func container(
      _ make: @escaping @autoclosure @Sendable () -> (@concurrent () async throws -> Container),
      allowUnused: Bool? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
      Self(make: make, allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column))
    }

    /// Gives each case of each test in this suite its own container, and overrides registrations in it.
    ///
    /// - Parameters:
    ///   - make: Makes the container, once for each case. It is a function or a closure, and may be asynchronous or
    ///     isolated to the main actor.
    ///   - allowUnused: False if each test must use all overrides; nil and true allow unused ones.
    ///   - fileID: The file of the call, for failure reports.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - override: Overrides registrations. If it throws, the test fails and does not run.
    public static func container(
      overriding make: @escaping @autoclosure @Sendable () -> (@concurrent () async throws -> Container),
      allowUnused: Bool? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
      _ override: @escaping @Sendable (Overrides) throws -> Void
    ) -> Self {
      Self(make: make, allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column), override: override)
    }

    /// Overrides registrations of the enclosing suite's container, separately for each case.
    ///
    /// Write it after a `.container` of the same suite, because a later `.container` replaces it. If no suite has a
    /// container, it overrides that of the process. If there is none either, the test fails.
    ///
    /// - Parameters:
    ///   - allowUnused: False if each test must use all overrides; nil and true allow unused ones.
    ///   - fileID: The file of the call, for failure reports.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - override: Overrides registrations. If it throws, or if there is no container, the test fails and does not
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

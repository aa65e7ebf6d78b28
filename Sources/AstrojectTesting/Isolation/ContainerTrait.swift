#if canImport(Testing)
  import Testing

  /// A trait that gives each case of a test its own container: `.container(AppContainer.make)`.
  public struct ContainerTrait: TestTrait, TestScoping {
    private let plan: ContainerPlan

    fileprivate init(
      make: ContainerPlan.Make? = nil, allowUnused: Bool?, at site: CallSite, override: ContainerPlan.Override? = nil
    ) {
      plan = ContainerPlan(
        make: make, override: override, allowUnused: allowUnused, isTestsOwn: true, site: site)
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

  extension TestTrait where Self == ContainerTrait {
    /// Gives each case of this test its own container, which is current while the case runs.
    ///
    /// It replaces a container that the suite gives. Tasks that the case starts see it; detached tasks do not, and
    /// their overrides are not accounted. If it cannot be made, the test fails and does not run.
    ///
    /// ```swift
    /// @Test(.container(AppContainer.make))
    /// func `the model loads its notes`() throws { let model = try Container.current.resolve(Model.self) … }
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

    /// Gives each case of this test its own container, and overrides registrations in it.
    ///
    /// ```swift
    /// @Test(.container(overriding: AppContainer.make) { try $0.replace(Client.self) { MockClient() } })
    /// func `the model loads its notes`() throws { let model = try Container.current.resolve(Model.self) … }
    /// ```
    /// - Parameters:
    ///   - make: Makes the container, once for each case. It is a function or a closure, and may be asynchronous or
    ///     isolated to the main actor.
    ///   - allowUnused: True if overrides may stay unused, false if all must be used. If it is nil, the test must use
    ///     the overrides of `override`, and need not use those of `make`.
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

    /// Overrides registrations of the suite's container for this test, separately for each case.
    ///
    /// Write it after a `.container` of the same test, because a later `.container` replaces it. If neither the test
    /// nor its suite has a container, it overrides that of the process. If there is none either, the test fails.
    ///
    /// - Parameters:
    ///   - allowUnused: True if overrides may stay unused. If it is nil or false, the test must use each of them.
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

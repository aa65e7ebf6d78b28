#if canImport(Testing)
  import Testing

  /// Gives each case of a test a container of its own, as `.container(AppContainer.make)` says it.
  public struct ContainerTrait: TestTrait, TestScoping {
    private let plan: ContainerPlan

    fileprivate init(
      make: ContainerPlan.Make? = nil, allowUnused: Bool?, at site: CallSite, override: ContainerPlan.Override? = nil
    ) {
      plan = ContainerPlan(
        make: make, override: override, allowUnused: allowUnused, isTestsOwn: true, site: site)
    }

    /// Runs a case with its container.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      try await plan.run(function)
    }
  }

  extension TestTrait where Self == ContainerTrait {
    /// Gives each case of this test a container of its own, current while the case runs.
    ///
    /// The tasks that the case starts see it, too; detached tasks do not, and overrides made there are not accounted.
    /// Takes the place of a container that the suite gives. If it cannot be made, the test fails and does not run.
    ///
    /// ```swift
    /// @Test(.container(AppContainer.make))
    /// func loads() throws { let model = try Container.current.resolve(Model.self) … }
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

    /// Gives each case of this test a container of its own with other registrations in the place of some.
    ///
    /// ```swift
    /// @Test(.container(overriding: AppContainer.make) { try $0.replace(Client.self) { MockClient() } })
    /// func loads() throws { let model = try Container.current.resolve(Model.self) … }
    /// ```
    /// - Parameters:
    ///   - make: Makes the container, once for each case: a function or a closure, which may be asynchronous or
    ///     isolated to the main actor.
    ///   - allowUnused: Whether an override may stay unused. If it is not given, the test has to use those of the
    ///     closure, and need not use those that `make` makes.
    ///   - override: Overrides registrations; if it throws, the test fails and does not run.
    public static func container(
      overriding make: @escaping @autoclosure @Sendable () -> (@concurrent () async throws -> Container),
      allowUnused: Bool? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
      _ override: @escaping @Sendable (Overrides) throws -> Void
    ) -> Self {
      Self(make: make, allowUnused: allowUnused, at: CallSite(fileID, filePath, line, column), override: override)
    }

    /// Refines the container of the suite for this test; each case gets a container of its own.
    ///
    /// It stands after a `.container` of the same test, which would take its place. Where neither the test nor its
    /// suite has a container, it refines the one of the process, if that has been made, and fails otherwise.
    ///
    /// - Parameters:
    ///   - allowUnused: Whether an override may stay unused; if it is not given, the test has to use each of them.
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

#if canImport(XCTest)
  import XCTest

  /// An XCTest case that gives each of its test methods its own container.
  ///
  /// ```swift
  /// final class ModelTests: ContainerTestCase {
  ///   override func makeContainer() throws -> Container {
  ///     try AppContainer.make().overriding { try $0.replace(Client.self) { MockClient() } }
  ///   }
  ///
  ///   func testTheModelLoadsItsNotes() throws {
  ///     let model = try container.resolve(Model.self)
  ///     …
  ///   }
  /// }
  /// ```
  /// The container is made before `setUp`. It is current in `setUp`, in the test method, in `tearDown`, and in the
  /// tasks that they start. Detached tasks do not see it, and their overrides are not accounted.
  open class ContainerTestCase: XCTestCase {
    private var made: Container?
    /// The error by which `makeContainer` has asked to skip the method.
    private var skip: XCTSkip?

    /// The container of the running test method; at other times an empty one, whose errors say so.
    public var container: Container { made ?? .missing }

    /// True if a test need not use the overrides of ``makeContainer()``, which is the default.
    ///
    /// Overrides that a test method itself makes must be used in any case.
    open var allowUnused: Bool { true }

    /// Makes the container of a test method; override it to register.
    ///
    /// - Returns: A new container for each method; by default an empty one.
    /// - Throws: Any error; the test fails with it, and neither `setUp` nor its method runs. An `XCTSkip` skips the
    ///   test; `setUp` may still run.
    open func makeContainer() throws -> Container { Container() }

    /// Skips the test if ``makeContainer()`` has asked for it; an override must call `super`.
    ///
    /// - Throws: The `XCTSkip` of ``makeContainer()``.
    override open func setUpWithError() throws {
      if let skip { throw skip }
      try super.setUpWithError()
    }

    /// Runs the test method with its container, and reports expected overrides that it did not use.
    override open func invokeTest() {
      let held = HeldForks()
      // The observer notes a failed `XCTUnwrap`.
      _ = Reporter.isXCTestObserved
      RunningCase.shared.note(self)
      defer {
        RunningCase.shared.note(nil)
        held.end()
      }
      let scope = TestScope(runner: .xctest, account: OverrideAccount(), held: held, allowsUnused: false)
      skip = nil
      LinkedCopies.report(at: CallSite("<unknown>", "<unknown>", 0, 0))
      guard let container = container(in: scope) else {
        // Only the runner can skip a test. It does so for an error of `setUpWithError`.
        if skip != nil { super.invokeTest() }
        return
      }
      made = container
      defer { made = nil }
      scope.run {
        Container.withCurrent(container) { super.invokeTest() }
        if !hasEndedEarly { scope.account.settle() }
      }
    }

    private func container(in scope: TestScope) -> Container? {
      do {
        return try scope.allowingUnused(allowUnused).run { try makeContainer() }
      } catch let asked as XCTSkip {
        skip = asked
        return nil
      } catch {
        // The line of the method that did not run is not known; the runner names the test.
        XCTFail("The container of this test could not be made.\n\(error)", file: "<unknown>", line: 0)
        return nil
      }
    }

    /// True if the method has ended early or was skipped, so that unused overrides mean nothing.
    private var hasEndedEarly: Bool {
      guard let testRun else { return false }
      return testRun.unexpectedExceptionCount > 0 || testRun.hasBeenSkipped || RunningCase.shared.hasFailedToUnwrap
        || !continueAfterFailure && testRun.totalFailureCount > 0
    }
  }
#endif

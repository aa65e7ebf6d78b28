#if canImport(XCTest)
  import XCTest

  /// A case of XCTest whose test methods have a container each.
  ///
  /// ```swift
  /// final class ModelTests: ContainerTestCase {
  ///   override func makeContainer() throws -> Container {
  ///     try AppContainer.make().overriding { try $0.replace(Client.self) { MockClient() } }
  ///   }
  ///
  ///   func testLoads() throws {
  ///     let model = try container.resolve(Model.self)
  ///     …
  ///   }
  /// }
  /// ```
  /// The container is made before `setUp` and is current in `setUp`, in the test method and in `tearDown`, and in the
  /// tasks that they start; detached tasks do not see it, and overrides made there are not accounted.
  open class ContainerTestCase: XCTestCase {
    private var made: Container?
    /// What `makeContainer` has thrown to have the method skipped.
    private var skip: XCTSkip?

    /// The container of the running test method; outside of one it is empty, and its errors say so.
    public var container: Container { made ?? .missing }

    /// Whether a test may leave an override of ``makeContainer()`` unused; it may, unless this says false.
    ///
    /// Overrides that a test method makes itself have to be used in any case.
    open var allowUnused: Bool { true }

    /// Makes the container of a test method.
    ///
    /// - Returns: A new container, for each method anew. If nobody overrides this, it is an empty one.
    /// - Throws: Any error; the test fails with it, and neither `setUp` nor its method runs. An `XCTSkip` skips
    ///   the test; `setUp` may run all the same.
    open func makeContainer() throws -> Container { Container() }

    /// Skips the test where ``makeContainer()`` has asked for it, for which whoever overrides this calls it.
    override open func setUpWithError() throws {
      if let skip { throw skip }
      try super.setUpWithError()
    }

    /// Runs the test method with its container.
    override open func invokeTest() {
      let scope = TestScope(runner: .xctest, account: OverrideAccount(), allowsUnused: false)
      skip = nil
      guard let container = container(in: scope) else {
        // Only the runner can skip, and does for what `setUpWithError` throws.
        if skip != nil { super.invokeTest() }
        return
      }
      made = container
      defer { made = nil }
      scope.run {
        Container.withCurrent(container) { super.invokeTest() }
        if !hasThrown { scope.account.settle() }
      }
    }

    private func container(in scope: TestScope) -> Container? {
      do {
        return try scope.allowingUnused(allowUnused).run { try makeContainer() }
      } catch let asked as XCTSkip {
        skip = asked
        return nil
      } catch {
        // Nobody knows the line of the method that did not run; the runner names the test.
        XCTFail("The container of this test could not be made.\n\(error)", file: "<unknown>", line: 0)
        return nil
      }
    }

    /// What a body that has thrown, or that was skipped, did not use says nothing.
    private var hasThrown: Bool {
      guard let testRun else { return false }
      return testRun.unexpectedExceptionCount > 0 || testRun.hasBeenSkipped
    }
  }
#endif

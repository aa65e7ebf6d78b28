import TestSupport
import XCTest

/// Each method has its own container, also if it is asynchronous.
final class ContainerOfEachMethodCase: ContainerTestCase {
  private static let seen = Guarded<[ObjectIdentifier: Container]>([:])
  private var ofSetUp: Container?

  override func makeContainer() throws -> Container { try App.make() }

  override func setUp() { ofSetUp = container }

  private func verify() throws {
    XCTAssertTrue(Container.current === container)
    XCTAssertTrue(ofSetUp === container)
    // The containers are retained, so that no address is used again.
    let same = Self.seen.withLock { $0.updateValue(container, forKey: ObjectIdentifier(container)) }
    XCTAssertNil(same)
    XCTAssertEqual(try container.resolve(Int.self), 1)
  }

  override func tearDown() { XCTAssertTrue(Container.current === container) }

  func testASynchronousMethodHasItsOwnContainer() throws { try verify() }

  func testAnotherSynchronousMethodHasItsOwnContainer() throws { try verify() }

  func testAnAsynchronousMethodSharesItsContainerWithItsTask() async throws {
    try verify()
    await Task.yield()
    XCTAssertTrue(Container.current === container)
    let isSameInTask = await Task { [container] in Container.current === container }.value
    XCTAssertTrue(isSameInTask)
  }

  @MainActor
  func testAMainActorTestSeesItsContainer() async throws {
    await Task.yield()
    XCTAssertTrue(Container.current === container)
  }
}

/// A case whose methods all fail as expected.
class ExpectedFailureCase: FailureCatchingCase {
  /// The expected failures of each method.
  class var expected: [Failure] { [] }

  override func invokeTest() {
    let found = failures { super.invokeTest() }
    XCTAssertEqual(found, Self.expected)
  }
}

private let unused = Failure(text: unusedText("Client"), line: #line + 4)

extension Container {
  fileprivate func overridingClient(allowUnused: Bool? = nil) throws -> Container {
    try overriding(allowUnused: allowUnused) { try $0.replace((any Client).self) { MockClient() } }
  }
}

final class UnusedOverrideOfMethodCase: ExpectedFailureCase {
  override class var expected: [Failure] { [unused] }
  override func makeContainer() throws -> Container { try App.make() }

  func testAnUnusedOverrideFailsASynchronousTest() throws { _ = try container.overridingClient() }
  func testAnUnusedOverrideFailsAnAsynchronousTest() async throws { _ = try container.overridingClient() }
}

/// A case whose methods end with a failed `XCTUnwrap`, which is their only failure.
final class UnwrappingCase: FailureCatchingCase {
  override func makeContainer() throws -> Container { try App.make() }

  override func invokeTest() {
    let found = failures { super.invokeTest() }
    XCTAssertEqual(found.map { $0.text.hasPrefix("XCTUnwrap failed") }, [true])
  }

  private func unwrapBeforeUse() throws {
    _ = try container.overridingClient()
    _ = try XCTUnwrap(nil as Int?)
  }

  func testAFailedUnwrapExcusesASynchronousTest() throws { try unwrapBeforeUse() }
  func testAFailedUnwrapExcusesAnAsynchronousTest() async throws { try unwrapBeforeUse() }
}

final class AllowedOverrideCase: ExpectedFailureCase {
  override func makeContainer() throws -> Container { try App.make().overridingClient() }

  func testAMadeOverrideMayStayUnused() {}
  func testAnAllowedOverrideMayStayUnused() throws { _ = try container.overridingClient(allowUnused: true) }
  func testAMadeOverrideIsUsed() throws { XCTAssertEqual(try container.resolve((any Client).self).address, "mock") }
}

final class StrictContainerCase: ExpectedFailureCase {
  override class var expected: [Failure] { [unused] }
  override var allowUnused: Bool { false }
  override func makeContainer() throws -> Container { try App.make().overridingClient() }

  func testAMadeOverrideMustBeUsed() {}
}

final class StrictOverrideCase: ExpectedFailureCase {
  override class var expected: [Failure] { [unused] }
  override func makeContainer() throws -> Container { try App.make().overridingClient(allowUnused: false) }

  func testAMadeOverrideMustBeUsed() {}
}

final class UnmadeContainerCase: ExpectedFailureCase {
  override class var expected: [Failure] {
    [Failure(text: "The container of this test could not be made.\nno disk", line: 0)]
  }
  override func makeContainer() throws -> Container { try App.makeBroken() }
  override func setUp() { XCTFail("setUp must not run") }

  func testASynchronousTestDoesNotRunWithoutAContainer() { XCTFail("the test must not run") }
  func testAnAsynchronousTestDoesNotRunWithoutAContainer() async { XCTFail("the test must not run") }
}

/// A case that skips its tests in `makeContainer`, which is no failure.
final class SkippedContainerCase: ExpectedFailureCase {
  override func makeContainer() throws -> Container { throw XCTSkip("no disk here") }

  override func invokeTest() {
    super.invokeTest()
    XCTAssertEqual(testRun?.hasBeenSkipped, true)
  }

  func testASynchronousTestDoesNotRunIfItsContainerIsSkipped() { XCTFail("the test must not run") }
  func testAnAsynchronousTestDoesNotRunIfItsContainerIsSkipped() async { XCTFail("the test must not run") }
}

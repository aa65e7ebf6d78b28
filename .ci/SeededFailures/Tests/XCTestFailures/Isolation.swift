import AstrojectTesting
import Subjects
import XCTest

final class OwnOverrides: ContainerTestCase {
  override func makeContainer() throws -> Container { try App.make() }

  func testOfMethod() throws {
    _ = try container.overridingClient()  // fails: the override of Client to be used
  }

  func testOfAsynchronousMethod() async throws {
    await Task.yield()
    _ = try container.overridingClient()  // fails: the override of Client to be used
  }

  func testAllowed() throws { _ = try container.overridingClient(allowUnused: true) }

  func testThrown() throws {
    _ = try container.overridingClient()
    throw Broken()  // fails at <EXPR>:0: threw error "no disk"
  }

  func testThrownAsynchronously() async throws {
    _ = try container.overridingClient()
    throw Broken()  // fails at <EXPR>:0: threw error "no disk"
  }

  func testSkipped() throws {
    _ = try container.overridingClient()
    throw XCTSkip("not today")
  }
}

final class LenientContainer: ContainerTestCase {
  override func makeContainer() throws -> Container { try App.make().overridingClient() }
  func testOfMake() {}
}

final class StrictContainer: ContainerTestCase {
  override var allowUnused: Bool { false }
  override func makeContainer() throws -> Container {
    try App.make().overridingClient()  // fails as testOfMake: the override of Client to be used
  }
  func testOfMake() {}
}

final class UnmadeContainer: ContainerTestCase {
  override func makeContainer() throws -> Container { try App.makeBroken() }
  func testThrown() {}  // fails at <unknown>:0: The container of this test could not be made. no disk
}

import AstrojectTesting
import Subjects
import XCTest

final class OwnOverrides: ContainerTestCase {
  override func makeContainer() throws -> Container { try App.make() }

  func testAnUnusedOverrideFailsASynchronousTest() throws {
    _ = try container.overridingClient()  // fails: the override of Client to be used
  }

  func testAnUnusedOverrideFailsAnAsynchronousTest() async throws {
    await Task.yield()
    _ = try container.overridingClient()  // fails: the override of Client to be used
  }

  func testAUseFailsThatNothingExcepts() throws {
    let container = try container.overriding { overrides in
      try overrides.failOnUse()  // fails: Expected Client not to be used
    }
    _ = try? container.resolve(Client.self)
  }

  func testAGraphFailsAtItsLine() throws {
    // fails at place invalid: String is a plain value
    expectValidGraph(try App.makeInvalid())
  }

  func testAnAllowedOverrideMayStayUnused() throws { _ = try container.overridingClient(allowUnused: true) }

  func testAThrownErrorHidesAnUnusedOverride() throws {
    _ = try container.overridingClient()
    throw Broken()  // fails at <EXPR>:0: threw error "no disk"
  }

  func testAnErrorThrownAsynchronouslyHidesAnUnusedOverride() async throws {
    _ = try container.overridingClient()
    throw Broken()  // fails at <EXPR>:0: threw error "no disk"
  }

  func testASkippedTestMayLeaveAnOverrideUnused() throws {
    _ = try container.overridingClient()
    throw XCTSkip("not today")
  }
}

final class LenientContainer: ContainerTestCase {
  override func makeContainer() throws -> Container { try App.make().overridingClient() }
  func testAMadeOverrideMayStayUnused() {}
}

final class StrictContainer: ContainerTestCase {
  override var allowUnused: Bool { false }
  override func makeContainer() throws -> Container {
    try App.make().overridingClient()  // fails as testAMadeOverrideMustBeUsed: the override of Client to be used
  }
  func testAMadeOverrideMustBeUsed() {}
}

final class UnmadeContainer: ContainerTestCase {
  override func makeContainer() throws -> Container { try App.makeBroken() }
  func testAFailedMakeFailsTheTest() {}  // fails at <unknown>:0: The container of this test could not be made. no disk
}

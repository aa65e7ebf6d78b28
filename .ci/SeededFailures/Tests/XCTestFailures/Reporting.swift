import AstrojectTesting
import Subjects
import XCTest

final class Reporting: XCTestCase {
  func testAnAssertionInTheBodyFailsTheTest() throws {
    let container = try App.make().overridingClient()
    expectAllOverridesUsed(container)  // fails: Never used: Client
  }

  func testAnAssertionInAnAsynchronousBodyFailsTheTest() async throws {
    let container = try App.make().overridingClient()
    await Task.yield()
    expectAllOverridesUsed(container)  // fails: Never used: Client
  }

  func testAnAssertionInADetachedTaskFailsTheTest() async throws {
    let container = try App.make().overridingClient()
    await Task.detached {
      expectAllOverridesUsed(container)  // fails: Never used: Client
    }.value
  }

  func testAnAssertionOnAThreadFailsTheTest() throws {
    let container = try App.make().overridingClient()
    let done = expectation(description: "the thread has ended")
    Thread.detachNewThread {
      expectAllOverridesUsed(container)  // fails: Never used: Client
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
  }
}

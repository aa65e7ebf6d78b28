import AstrojectTesting
import Subjects
import XCTest

final class Reporting: XCTestCase {
  func testBody() throws {
    let container = try App.make().overridingClient()
    expectAllOverridesUsed(container)  // fails: Never used: Client
  }

  func testAsynchronousBody() async throws {
    let container = try App.make().overridingClient()
    await Task.yield()
    expectAllOverridesUsed(container)  // fails: Never used: Client
  }

  func testDetachedTask() async throws {
    let container = try App.make().overridingClient()
    await Task.detached {
      expectAllOverridesUsed(container)  // fails: Never used: Client
    }.value
  }

  func testThread() throws {
    let container = try App.make().overridingClient()
    let done = expectation(description: "the thread has ended")
    Thread.detachNewThread {
      expectAllOverridesUsed(container)  // fails: Never used: Client
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
  }
}

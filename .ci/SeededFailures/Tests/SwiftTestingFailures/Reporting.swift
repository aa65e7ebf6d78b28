import Foundation
import AstrojectTesting
import Subjects
import Testing

struct Reporting {
  @Test func `an assertion in a test's body fails the test`() throws {
    let container = try App.make().overridingClient(allowUnused: true)
    expectAllOverridesUsed(container)  // fails: Never used: Client
  }

  @Test func `an assertion in a task fails the test that started it`() async throws {
    let container = try App.make().overridingClient(allowUnused: true)
    await Task {
      expectAllOverridesUsed(container)  // fails: Never used: Client
    }.value
  }

  @Test func `an assertion in a detached task is reported without a test`() async throws {
    let container = try App.make().overridingClient(allowUnused: true)
    await Task.detached {
      expectAllOverridesUsed(container)  // fails as «unknown»: Never used: Client
    }.value
  }

  @Test func `an assertion on a thread is reported without a test`() async throws {
    let container = try App.make().overridingClient(allowUnused: true)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        expectAllOverridesUsed(container)  // fails as «unknown»: Never used: Client
        continuation.resume()
      }
    }
  }
}

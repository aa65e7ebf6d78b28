import Foundation
import AstrojectTesting
import Subjects
import Testing

struct Reporting {
  @Test func body() throws {
    let container = try App.make().overridingClient(allowUnused: true)
    expectAllOverridesUsed(container)  // fails: Never used: Client
  }

  @Test func task() async throws {
    let container = try App.make().overridingClient(allowUnused: true)
    await Task {
      expectAllOverridesUsed(container)  // fails: Never used: Client
    }.value
  }

  @Test func detachedTask() async throws {
    let container = try App.make().overridingClient(allowUnused: true)
    await Task.detached {
      expectAllOverridesUsed(container)  // fails as «unknown»: Never used: Client
    }.value
  }

  @Test func thread() async throws {
    let container = try App.make().overridingClient(allowUnused: true)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        expectAllOverridesUsed(container)  // fails as «unknown»: Never used: Client
        continuation.resume()
      }
    }
  }
}

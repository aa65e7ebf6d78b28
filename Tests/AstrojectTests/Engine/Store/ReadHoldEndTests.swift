import TestSupport
import Testing

@testable import Astroject

/// The test runs in a process of its own because the holds of other tests would free its objects, or delay that.
@Suite("What read holds keep alive", .ownThreads)
struct ReadHoldEndTests {
  /// Retires an object, and expects an act of the thread that may read it to free it.
  private static func expectFreed(in plan: (Ending) -> AnyObject = { $0 }, by act: () -> Void) {
    let isFreed = Gate()
    Retired.add(plan(Ending { isFreed.open() }))
    #expect(!isFreed.isOpen)
    act()
    isFreed.wait()
  }

  @Test func `a retired object is freed when a read hold ends or stops, or a hold within it ends`() async {
    await #expect(processExitsWith: .success) {
      try await onThread {
        let hold = ReadHold.begin()
        ReadHoldEndTests.expectFreed { hold.end() }
        let outer = ReadHold.begin()
        ReadHoldEndTests.expectFreed { outer.stay() }
        // The outer hold goes on.
        let inner = ReadHold.begin()
        ReadHoldEndTests.expectFreed { inner.end() }
        outer.end()
        let plan = { ending in Make(Blueprint(Recipe<Void, Ending>.leaf { ending }, Placement(at: .unknown))) }
        let staying = ReadHold.begin()
        staying.stay()
        ReadHoldEndTests.expectFreed(in: plan) { staying.end() }
      }
    }
  }
}

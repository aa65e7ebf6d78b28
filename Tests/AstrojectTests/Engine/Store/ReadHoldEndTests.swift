import TestSupport
import Testing

@testable import Astroject

/// Each test runs in a process of its own because the holds of other tests would free its objects, or delay that.
@Suite("What read holds keep alive", .ownThreads)
struct ReadHoldEndTests {
  @Test func `an object that is retired during a read hold is freed when the hold ends`() async {
    await #expect(processExitsWith: .success) {
      let isFreed = Gate()
      let hold = ReadHold.begin()
      Retired.add(Ending { isFreed.open() })
      #expect(!isFreed.isOpen)
      hold.end()
      await isFreed.pass()
    }
  }

  @Test func `an object that is retired during a read hold is freed when the hold stops reading`() async {
    await #expect(processExitsWith: .success) {
      let isFreed = Gate()
      try await onThread {
        let hold = ReadHold.begin()
        Retired.add(Ending { isFreed.open() })
        #expect(!isFreed.isOpen)
        hold.stay()
        isFreed.wait()
        hold.end()
      }
    }
  }

  @Test func `code that runs in a read hold that has stopped reading may read again and keeps objects alive`() async {
    await #expect(processExitsWith: .success) {
      let isFreed = Gate()
      try await onThread {
        let outer = ReadHold.begin()
        outer.stay()
        let inner = ReadHold.begin()
        Retired.add(Ending { isFreed.open() })
        #expect(!isFreed.isOpen)
        inner.end()
        // The outer hold goes on.
        isFreed.wait()
        outer.end()
      }
    }
  }
}

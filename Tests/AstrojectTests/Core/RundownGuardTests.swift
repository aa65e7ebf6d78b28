import TestSupport
import Testing

@testable import Astroject

@Suite("The rundown guard of a core")
struct RundownGuardTests {
  @Test func `a late caller that a closed rundown guard refuses may be the last one that leaves`() {
    let rundown = RundownGuard()
    let enters = rundown.enter(forOneInside: false)
    #expect(enters)
    let closes = rundown.close()
    #expect(!closes, "a caller is inside")
    let entersLate = rundown.enter(forOneInside: false)
    #expect(!entersLate, "the guard is closed")
    let leaves = rundown.leave()
    #expect(!leaves, "the late caller is still inside")
    let leavesLater = rundown.leave()
    #expect(leavesLater, "the last caller that leaves takes the core apart")
  }

  @Test func `a closed rundown guard admits a caller that works for another one inside`() {
    let rundown = RundownGuard()
    let enters = rundown.enter(forOneInside: false)
    #expect(enters)
    let closes = rundown.close()
    #expect(!closes)
    let entersLate = rundown.enter(forOneInside: true)
    #expect(entersLate)
    let leaves = rundown.leave()
    #expect(!leaves)
    let leavesLater = rundown.leave()
    #expect(leavesLater)
    let entersLater = rundown.enter(forOneInside: true)
    #expect(!entersLater, "no caller is inside any more")
    let leavesLast = rundown.leave()
    #expect(!leavesLast, "the core is taken apart only once")
  }

  @Test func `an ended rundown guard admits only callers that work for another one, and closes as usual`() {
    let rundown = RundownGuard()
    let enters = rundown.enter(forOneInside: false)
    #expect(enters)
    let (ends, endsAgain) = (rundown.end(), rundown.end())
    #expect(ends && !endsAgain && rundown.hasEnded)
    let entersLate = rundown.enter(forOneInside: false)
    #expect(!entersLate)
    let leavesLate = rundown.leave()
    #expect(!leavesLate, "the guard is not closed")
    let leaves = rundown.leave()
    #expect(!leaves, "the guard is not closed")
    let entersForOneInside = rundown.enter(forOneInside: true)
    #expect(entersForOneInside, "the other caller may hold the container")
    let leavesLater = rundown.leave()
    #expect(!leavesLater)
    let closes = rundown.close()
    #expect(closes, "no caller is inside")
  }
}

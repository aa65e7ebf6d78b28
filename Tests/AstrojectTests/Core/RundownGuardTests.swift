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
    #expect(!closes, "somebody is inside")
    let entersLate = rundown.enter(forOneInside: false)
    #expect(!entersLate, "it is closed")
    let leaves = rundown.leave()
    #expect(!leaves, "the late comer is still there")
    let leavesLater = rundown.leave()
    #expect(leavesLater, "the last one out takes the core apart")
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
    #expect(!entersLater, "nobody is inside any more")
    let leavesLast = rundown.leave()
    #expect(!leavesLast, "the core is taken apart once")
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
    #expect(!leavesLate, "it is not closed")
    let leaves = rundown.leave()
    #expect(!leaves, "it is not closed")
    let entersForOneInside = rundown.enter(forOneInside: true)
    #expect(entersForOneInside, "that one may hold the container")
    let leavesLater = rundown.leave()
    #expect(!leavesLater)
    let closes = rundown.close()
    #expect(closes, "nobody is inside")
  }
}

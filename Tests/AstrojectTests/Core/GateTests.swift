import TestSupport
import Testing

@testable import Astroject

@Suite("The gate of a core")
struct GateTests {
  @Test("has a late comer, who is refused, see the last one out")
  func lateComer() {
    let gate = Astroject.Gate()
    let enters = gate.enter(forOneInside: false)
    #expect(enters)
    let closes = gate.close()
    #expect(!closes, "somebody is inside")
    let entersLate = gate.enter(forOneInside: false)
    #expect(!entersLate, "it is closed")
    let leaves = gate.leave()
    #expect(!leaves, "the late comer is still there")
    let leavesLater = gate.leave()
    #expect(leavesLater, "the last one out takes the core apart")
  }

  @Test("lets those in who work for somebody inside, though it is closed")
  func forOneInside() {
    let gate = Astroject.Gate()
    let enters = gate.enter(forOneInside: false)
    #expect(enters)
    let closes = gate.close()
    #expect(!closes)
    let entersLate = gate.enter(forOneInside: true)
    #expect(entersLate)
    let leaves = gate.leave()
    #expect(!leaves)
    let leavesLater = gate.leave()
    #expect(leavesLater)
    let entersLater = gate.enter(forOneInside: true)
    #expect(!entersLater, "nobody is inside any more")
    let leavesLast = gate.leave()
    #expect(!leavesLast, "the core is taken apart once")
  }

  @Test("that has ended lets in only those who work for somebody inside, and is closed as any other")
  func ended() {
    let gate = Astroject.Gate()
    let enters = gate.enter(forOneInside: false)
    #expect(enters)
    let (ends, endsAgain) = (gate.end(), gate.end())
    #expect(ends && !endsAgain && gate.hasEnded)
    let entersLate = gate.enter(forOneInside: false)
    #expect(!entersLate)
    let leavesLate = gate.leave()
    #expect(!leavesLate, "it is not closed")
    let leaves = gate.leave()
    #expect(!leaves, "it is not closed")
    let entersForOneInside = gate.enter(forOneInside: true)
    #expect(entersForOneInside, "that one may hold the container")
    let leavesLater = gate.leave()
    #expect(!leavesLater)
    let closes = gate.close()
    #expect(closes, "nobody is inside")
  }
}

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
}

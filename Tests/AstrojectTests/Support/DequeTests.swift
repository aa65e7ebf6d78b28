import TestSupport
import Testing

@testable import Astroject

@Suite("A deque")
struct DequeTests {
  @Test("gives what was put in, in order, however the two alternate")
  func order() {
    var random = SplitMix(7)
    var (deque, expected, next) = (Deque<Int>(), [Int](), 0)
    for _ in 0..<10_000 {
      if random.chance(50) {
        deque.append(next)
        expected.append(next)
        next += 1
      } else {
        #expect(deque.popFirst() == (expected.isEmpty ? nil : expected.removeFirst()))
      }
    }
    while let first = deque.popFirst() { #expect(first == expected.removeFirst()) }
    #expect(expected.isEmpty)
  }

  @Test("holds nothing that it has given")
  func memory() {
    var deque = Deque<LiveService>()
    for _ in 0..<3 { deque.append(LiveService()) }
    let trace = deque.popFirst().map(Trace.init)
    #expect(trace?.isGone == true)
  }
}

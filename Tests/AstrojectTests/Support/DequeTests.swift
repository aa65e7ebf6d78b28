import TestSupport
import Testing

@testable import Astroject

struct DequeTests {
  @Test func `a deque returns elements in the order in which they were appended`() {
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

  @Test func `a deque releases an element that it has returned`() {
    var deque = Deque<LiveService>()
    for _ in 0..<3 { deque.append(LiveService()) }
    let trace = deque.popFirst().map(Trace.init)
    #expect(trace?.isGone == true)
  }
}

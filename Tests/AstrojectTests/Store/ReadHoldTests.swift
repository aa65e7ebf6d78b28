import Foundation
import TestSupport
import Testing

@testable import Astroject

/// Tells when it is freed.
private final class Leaf: Sendable {
  private let freed: Counter
  init(_ freed: Counter) { self.freed = freed }
  deinit { freed.increment() }
}

/// Something that retires as what makes instances does.
private func maker(_ freed: Counter) -> AnyObject {
  let leaf = Leaf(freed)
  return LeafMaker<Int>(
    Blueprint(
      Recipe<Void, Int>.leaf {
        withExtendedLifetime(leaf) {}
        return 1
      }, place: .unknown)
  ) {
    withExtendedLifetime(leaf) {}
    return 1
  }
}

/// Alone in its process, as the holds of other tests are in the way otherwise.
@Suite(
  "What was taken out of view is freed", .timeLimit(.minutes(2)),
  .enabled(
    if: ProcessInfo.processInfo.environment["ASTROJECT_RELIABILITY"] != nil, "ASTROJECT_RELIABILITY is not set"))
struct ReadHoldTests {
  private let freed = Counter()

  @Test("at once, where no thread has a hold")
  func atOnce() {
    Retired.add(Leaf(freed))
    #expect(freed.value == 1)
  }

  @Test("when the hold ends, or stops reading, that began before")
  func whenItEnds() {
    var hold = ReadHold.begin()
    Retired.add(Leaf(freed))
    #expect(freed.value == 0)
    hold.end()
    #expect(freed.value == 1)
    hold = ReadHold.begin()
    Retired.add(Leaf(freed))
    hold.stay()
    #expect(freed.value == 2)
    Retired.add(Leaf(freed))
    #expect(freed.value == 3)
    hold.end()
  }

  @Test("only when the hold ends, if it is what makes instances")
  func makers() {
    let hold = ReadHold.begin()
    Retired.add(maker(freed))
    hold.stay()
    #expect(freed.value == 0)
    hold.end()
    #expect(freed.value == 1)
  }

  @Test("not before the outermost hold ends, or that within it stops reading")
  func nested() {
    let outer = ReadHold.begin()
    let reading = ReadHold.begin()
    Retired.add(Leaf(freed))
    reading.end()
    #expect(freed.value == 0)
    outer.stay()
    #expect(freed.value == 1)
    let inner = ReadHold.begin()
    Retired.add([Leaf(freed), maker(freed)])
    #expect(freed.value == 1)
    inner.end()
    #expect(freed.value == 2)
    outer.end()
    #expect(freed.value == 3)
  }

  @Test("by the last of several threads whose holds are in the way; those that came later are not")
  func byTheLast() async throws {
    let barrier = Barrier(count: 3)
    let (mayEnd, first) = ([Gate(), Gate()], Gate())
    let retired = Gate()
    let freed = freed
    let threads = (0..<2).map { number in
      Task {
        try await onThread {
          let hold = ReadHold.begin()
          barrier.wait()
          mayEnd[number].wait()
          hold.end()
          return freed.value
        }
      }
    }
    await barrier.pass()
    Retired.add(Leaf(freed))
    let late = Task {
      try await onThread {
        let hold = ReadHold.begin()
        first.open()
        retired.wait()
        hold.end()
      }
    }
    await first.pass()
    #expect(freed.value == 0)
    mayEnd[0].open()
    #expect(try await threads[0].value == 0)
    mayEnd[1].open()
    #expect(try await threads[1].value == 1)
    retired.open()
    try await late.value
  }

  @Test("a share by whoever was in the way, and the rest soon after by nobody's caller")
  func share() async throws {
    let (begun, mayEnd) = (Gate(), Gate())
    let freed = freed
    let holder = Task {
      try await onThread {
        let hold = ReadHold.begin()
        begun.open()
        mayEnd.wait()
        hold.end()
        return freed.value
      }
    }
    await begun.pass()
    for _ in 0..<1000 { Retired.add(Leaf(freed)) }
    #expect(freed.value == 0)
    mayEnd.open()
    let atOnce = try await holder.value
    #expect(atOnce > 0 && atOnce < 1000)
    while freed.value < 1000 { await Task.yield() }
  }

  @Test("though its deinit retires, and reads")
  func byADeinit() {
    final class Parent: Sendable {
      let child: Leaf
      init(_ child: Leaf) { self.child = child }
      deinit {
        ReadHold.during { _ in Retired.add(Leaf(Counter())) }
        Retired.add(child)
      }
    }
    let hold = ReadHold.begin()
    Retired.add(Parent(Leaf(freed)))
    #expect(freed.value == 0)
    hold.end()
    #expect(freed.value == 1)
  }

  @Test("and the record of a thread is no longer looked at when the thread is gone")
  func threads() async throws {
    for _ in 0..<50 { try await onThread { ReadHold.during { _ in } } }
    Retired.add(Leaf(freed))
    #expect(freed.value == 1)
  }
}

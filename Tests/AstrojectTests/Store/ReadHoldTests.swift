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
  return LeafFactory<Int>(
    Blueprint(
      Recipe<Void, Int>.leaf {
        withExtendedLifetime(leaf) {}
        return 1
      }, location: .unknown)
  ) {
    withExtendedLifetime(leaf) {}
    return 1
  }
}

extension Counter {
  /// Waits, with the thread that asks, until a task has freed that many.
  fileprivate func reaches(_ count: Int) {
    let end = ContinuousClock.now + .seconds(20)
    while value < count, ContinuousClock.now < end {}
    #expect(value == count)
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
  func whenItEnds() async throws {
    try await onThread { [freed] in
      var hold = ReadHold.begin()
      Retired.add(Leaf(freed))
      #expect(freed.value == 0)
      hold.end()
      freed.reaches(1)
      hold = ReadHold.begin()
      Retired.add(Leaf(freed))
      hold.stay()
      freed.reaches(2)
      Retired.add(Leaf(freed))
      #expect(freed.value == 3)
      hold.end()
    }
  }

  @Test("only when the hold ends, if it is what makes instances")
  func makers() async throws {
    try await onThread { [freed] in
      let hold = ReadHold.begin()
      Retired.add(maker(freed))
      hold.stay()
      Retired.add(Leaf(freed))
      #expect(freed.value == 1)
      hold.end()
      freed.reaches(2)
    }
  }

  @Test("not before the outermost hold ends, or that within it stops reading")
  func nested() async throws {
    try await onThread { [freed] in
      let outer = ReadHold.begin()
      let reading = ReadHold.begin()
      Retired.add(Leaf(freed))
      reading.end()
      #expect(freed.value == 0)
      outer.stay()
      freed.reaches(1)
      let inner = ReadHold.begin()
      Retired.add([Leaf(freed), maker(freed)])
      #expect(freed.value == 1)
      inner.end()
      freed.reaches(2)
      outer.end()
      freed.reaches(3)
    }
  }

  @Test("when the last of several threads is out of the way; those that came later are not in it")
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
    mayEnd[0].open()
    try await threads[0].value
    #expect(freed.value == 0)
    mayEnd[1].open()
    try await threads[1].value
    freed.reaches(1)
    retired.open()
    try await late.value
  }

  @Test("by nobody's caller, where it had to wait", arguments: [1, 1000])
  func elsewhere(count: Int) async throws {
    /// Tells whether it is freed by a thread.
    final class Mark: Sendable {
      @TaskLocal static var isCaller = false
      let (freed, wrong): (Counter, Counter)
      init(_ freed: Counter, _ wrong: Counter) { (self.freed, self.wrong) = (freed, wrong) }
      deinit {
        if Mark.isCaller { wrong.increment() }
        freed.increment()
      }
    }
    let (freed, wrong) = (freed, Counter())
    Mark.$isCaller.withValue(true) {
      let hold = ReadHold.begin()
      for _ in 0..<count { Retired.add(Mark(freed, wrong)) }
      #expect(freed.value == 0)
      hold.end()
    }
    freed.reaches(count)
    #expect(wrong.value == 0)
  }

  @Test("though its deinit retires, and reads")
  func byADeinit() async throws {
    final class Parent: Sendable {
      let child: Leaf
      init(_ child: Leaf) { self.child = child }
      deinit {
        ReadHold.during { _ in Retired.add(Leaf(Counter())) }
        Retired.add(child)
      }
    }
    try await onThread { [freed] in
      let hold = ReadHold.begin()
      Retired.add(Parent(Leaf(freed)))
      #expect(freed.value == 0)
      hold.end()
      freed.reaches(1)
    }
  }

  @Test("and the mark of a thread is no longer looked at when the thread is gone")
  func threads() async throws {
    for _ in 0..<50 { try await onThread { ReadHold.during { _ in } } }
    Retired.add(Leaf(freed))
    freed.reaches(1)
  }
}

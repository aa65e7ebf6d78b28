import Foundation
import TestSupport
import Testing

@testable import Astroject

/// Returns a plan that counts when it is freed.
private func maker(_ freed: Counter) -> AnyObject {
  let leaf = Ending(counting: freed)
  return Make(
    Blueprint(
      Recipe<Void, Int>.leaf {
        withExtendedLifetime(leaf) {}
        return 1
      }, Placement(at: .unknown)))
}

extension Counter {
  /// Blocks the calling thread until a task has freed this number of objects.
  fileprivate func blocks(until count: Int) {
    while value < count { Thread.sleep(forTimeInterval: 0.001) }
    #expect(value == count)
  }
}

/// Runs alone in its process because the holds of other tests would delay what is freed.
@Suite("Retired objects and read holds", .ownThreads, .onDemand)
struct ReadHoldTests {
  private let freed = Counter()

  @Test func `a retired object is freed only after the outermost read hold ended or stopped`() async throws {
    try await onThread { [freed] in
      let outer = ReadHold.begin()
      let reading = ReadHold.begin()
      Retired.add(Ending(counting: freed))
      reading.end()
      #expect(freed.value == 0)
      outer.stay()
      freed.blocks(until: 1)
      let inner = ReadHold.begin()
      Retired.add([Ending(counting: freed), maker(freed)])
      #expect(freed.value == 1)
      inner.end()
      freed.blocks(until: 2)
      outer.end()
      freed.blocks(until: 3)
    }
  }

  @Test func `a retired object is freed when the last earlier read hold ends, despite a later one`() async throws {
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
    Retired.add(Ending(counting: freed))
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
    freed.blocks(until: 1)
    retired.open()
    try await late.value
  }

  @Test(arguments: [1, 1000])
  func `no caller's thread frees a retired object that had to wait for a read hold`(count: Int) async throws {
    /// Counts if it is freed by the calling thread.
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
    freed.blocks(until: count)
    #expect(wrong.value == 0)
  }

  @Test func `a retired object is freed even if its deinit reads and retires other objects`() async throws {
    final class Parent: Sendable {
      let child: Ending
      init(_ child: Ending) { self.child = child }
      deinit {
        ReadHold.during { _ in Retired.add(Ending()) }
        Retired.add(child)
      }
    }
    try await onThread { [freed] in
      let hold = ReadHold.begin()
      Retired.add(Parent(Ending(counting: freed)))
      #expect(freed.value == 0)
      hold.end()
      freed.blocks(until: 1)
    }
  }

  @Test func `a retired object is freed at once if no thread has a read hold any more`() async throws {
    for _ in 0..<50 { try await onThread { ReadHold.during { _ in } } }
    Retired.add(Ending(counting: freed))
    #expect(freed.value == 1)
  }
}

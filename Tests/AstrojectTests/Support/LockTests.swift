import TestSupport
import Testing

@testable import Astroject

@Suite("A lock")
struct LockTests {
  private final class Room: Sendable {
    let lock = Lock<AnyObject?>(nil)
    let visits = Counter()
  }

  /// Takes the lock when it is freed.
  private final class Guest: Sendable {
    private let room: Room
    init(_ room: Room) { self.room = room }
    deinit { if room.lock.withLock({ $0 == nil }) { room.visits.increment() } }
  }

  @Test func `what a change removes is freed when the lock is free`() {
    let room = Room()
    room.lock.withLock { $0 = Guest(room) }
    room.lock.change { $0 = nil }
    #expect(room.visits.value == 1)
  }
}

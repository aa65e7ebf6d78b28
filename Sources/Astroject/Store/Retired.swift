/// What was taken out of the view of readers without a lock, and is freed when the last of them is out of the way; see
/// ``ReadHold``.
enum Retired {
  // The marks of threads: the time, which goes up by steps of sixteen and is never zero, and three bits.
  /// Set while the thread reads.
  static let reads: UInt = 1
  /// Set when something waits for the thread to stop reading.
  static let waitsForReading: UInt = 2
  /// Set when something waits for the end of the thread's hold.
  static let waitsForEnd: UInt = 4

  private static let time = AtomicWord(8)
  private static let step: UInt = 16

  /// The mark of a hold that begins.
  static var now: UInt { time.load() }

  /// How much a task frees without a break.
  private static let share = 64

  private static let queue = Lock(Unchecked(RetiredQueue()))

  // MARK: Threads

  /// Takes in the mark of a thread that begins to read.
  static func join(_ mark: UnsafeMutablePointer<AtomicWord>) {
    let mark = Unchecked(mark)
    queue.withLock { $0.value.marks.append(mark.value) }
  }

  /// Takes out the mark of a thread that ends, and has no hold.
  static func leave(_ mark: UnsafeMutablePointer<AtomicWord>) {
    let mark = Unchecked(mark)
    queue.withLock { $0.value.marks.removeAll { $0 == mark.value } }
  }

  // MARK: Freeing

  /// Frees an object that was taken out of view: at once if no hold is in the way. No lock is held.
  static func add(_ object: AnyObject?) { if let object { add([object]) } }

  /// Frees objects that were taken out of view: at once if no hold is in the way. No lock is held.
  static func add(_ objects: [AnyObject]) {
    if objects.isEmpty { return }
    let free = queue.withLock { queue in
      // The line is in order, as the time moves on under the lock.
      let until = time.add(step) &- step
      return queue.value.add(objects, until: until)
    }
    withExtendedLifetime(free) {}
  }

  /// Has freed in a task what no hold is in the way of any more: whoever was in the way may be anywhere in the user's
  /// code, and hold locks of the user's.
  static func freeElsewhere() {
    // Not a child of the caller's, nor with what is bound to it.
    Task.detached {
      while true {
        let freed = queue.withLock { $0.value.take(atMost: share) }
        if freed.isEmpty { return }
        withExtendedLifetime(freed) {}
        await Task.yield()
      }
    }
  }
}

/// Unpublished objects, which are freed when no lock-free reader can use them any more; see ``ReadHold``.
enum Retired {
  // The mark of a thread: the time, which rises in steps of sixteen and is never zero, and three bits.
  /// Set while the thread reads.
  static let reads: UInt = 1
  /// Set if an object waits for the thread to stop reading.
  static let waitsForReading: UInt = 2
  /// Set if an object waits for the thread's hold to end.
  static let waitsForEnd: UInt = 4

  private static let time = AtomicWord(8)
  private static let step: UInt = 16

  /// The mark of a hold that begins now.
  static var now: UInt { time.load() }

  /// The number of objects that a task frees without a break.
  private static let share = 64

  private static let queue = Lock(RetiredQueue())

  // MARK: Threads

  /// Adds the mark of a thread that begins to read.
  static func join(_ mark: UnsafeMutablePointer<AtomicWord>) { queue.withLock { $0.marks.append(mark) } }

  /// Removes the mark of a thread that ends, which must have no hold.
  static func leave(_ mark: UnsafeMutablePointer<AtomicWord>) { queue.withLock { $0.marks.removeAll { $0 == mark } } }

  // MARK: Freeing

  /// Frees an unpublished object: at once if no hold is in the way. The caller must hold no lock.
  @inline(never)
  static func add(_ object: AnyObject?) { if let object { add([object]) } }

  /// Frees unpublished objects: at once if no hold is in the way. The caller must hold no lock.
  @inline(never)
  static func add(_ objects: [AnyObject]) {
    if objects.isEmpty { return }
    let free = queue.withLock { queue in
      // The queue is in order because the time moves on under the lock.
      let until = time.add(step) &- step
      return queue.add(objects, until: until)
    }
    withExtendedLifetime(free) {}
  }

  /// Frees, in a task, the objects that no hold protects any more. The calling thread may hold the user's locks.
  @inline(never)
  static func freeElsewhere() {
    // A detached task is no child of the caller's, and inherits no task-local values.
    Task.detached {
      while true {
        let freed = queue.withLock { $0.take(atMost: share) }
        if freed.isEmpty { return }
        withExtendedLifetime(freed) {}
        await Task.yield()
      }
    }
  }
}

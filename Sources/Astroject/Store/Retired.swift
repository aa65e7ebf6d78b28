/// What was taken out of the view of readers without a lock, and is freed when the last of them is out of the way; see
/// ``ReadHold``.
enum Retired {
  // The marks of threads: the time, which goes up by steps of eight and is never zero, and two bits.
  /// Set while the thread reads.
  static let reads: UInt = 1
  /// Set when something waits for the thread to stop reading, or to end its hold.
  static let waits: UInt = 2

  private static let time = AtomicWord(4)

  /// The mark of a hold that begins.
  static var now: UInt { time.load() }

  /// How much a thread frees at once that others have left behind.
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

  /// Frees an object that was taken out of view, now or later; no lock is held.
  static func add(_ object: AnyObject?) {
    guard let object else { return }
    let until = time.add(8) &- 8
    queue.withLock { $0.value.append(object, until: until) }
    free()
  }

  /// Frees objects that were taken out of view, now or later; no lock is held.
  static func add(_ objects: [AnyObject]) {
    if objects.isEmpty { return }
    let until = time.add(8) &- 8
    queue.withLock { queue in for object in objects { queue.value.append(object, until: until) } }
    free(atMost: objects.count + share)
  }

  /// Frees what no hold is in the way of: a share of it here, and the rest in a task.
  static func free(atMost most: Int = share) {
    let (freed, isMore) = queue.withLock { $0.value.take(atMost: most) }
    // By code of the user's that runs here.
    withExtendedLifetime(freed) {}
    if isMore { Ambient.startTask { free() } }
  }
}

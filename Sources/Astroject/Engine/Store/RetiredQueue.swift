/// The retired objects that wait for holds to end, and the marks of threads. It only decides which
/// objects may be freed.
struct RetiredQueue {
  /// The marks of all running threads that have ever read.
  var marks: [UnsafeMutablePointer<AtomicWord>] = []
  /// Instances and tables, which a thread uses while it reads.
  private var read = Line(protectedBy: Retired.reads, waits: Retired.waitsForReading)
  /// Plans and entries, which a thread uses until its hold ends.
  private var used = Line(protectedBy: 0, waits: Retired.waitsForEnd)

  /// Queues the objects that a hold protects, and returns the others to be freed.
  mutating func add(_ objects: [AnyObject], until: UInt) -> [AnyObject] {
    let isUsedToTheEnd = { (object: AnyObject) in object is Stage || object is Entry }
    return read.add(objects.filter { !isUsedToTheEnd($0) }, until: until, marks)
      + used.add(objects.filter(isUsedToTheEnd), until: until, marks)
  }

  /// Removes and returns the objects that no hold protects.
  mutating func take(atMost most: Int) -> [AnyObject] {
    let objects = read.take(atMost: most, marks)
    return objects + used.take(atMost: most - objects.count, marks)
  }

  /// The waiting objects of one kind.
  private struct Line {
    /// The bits of a mark whose hold protects these objects.
    private let protection: UInt
    /// The bit that has a thread come back.
    private let waits: UInt
    /// The oldest object first, each with the latest time at which a hold that has seen it may have begun.
    private var objects = Deque<(object: AnyObject, until: UInt)>()

    init(protectedBy protection: UInt, waits: UInt) { (self.protection, self.waits) = (protection, waits) }

    mutating func add(_ new: [AnyObject], until: UInt, _ marks: [UnsafeMutablePointer<AtomicWord>]) -> [AnyObject] {
      // A thread is told only of objects that wait for it, because it starts a task when its hold ends.
      if new.isEmpty || oldestHold(upTo: until, marks) == nil { return new }
      for object in new { objects.append((object, until)) }
      return []
    }

    mutating func take(atMost most: Int, _ marks: [UnsafeMutablePointer<AtomicWord>]) -> [AnyObject] {
      guard let last = objects.last else { return [] }
      let oldest = oldestHold(upTo: last.until, marks)
      var free: [AnyObject] = []
      while free.count < most, let item = objects.first, !(oldest?.isMark(upTo: item.until) ?? false) {
        free.append(item.object)
        _ = objects.popFirst()
      }
      return free
    }

    /// Finds the holds that began at a time or before, and has their threads come back for the objects that wait.
    ///
    /// - Returns: The time at which the oldest of these holds began; nil if there is none.
    private func oldestHold(upTo time: UInt, _ marks: [UnsafeMutablePointer<AtomicWord>]) -> UInt? {
      let (protection, waits) = (protection, waits)
      let isInTheWay: @Sendable (UInt) -> Bool = { $0 & protection == protection && $0.isMark(upTo: time) }
      let holds = marks.map { mark in mark.pointee.update { isInTheWay($0) ? $0 | waits : $0 } }
      return holds.filter(isInTheWay).map(\.time).min { !$1.isMark(upTo: $0) }
    }
  }
}

extension UInt {
  /// The time of a mark.
  fileprivate var time: UInt { self & ~(Retired.reads | Retired.waitsForReading | Retired.waitsForEnd) }

  /// Returns true for the mark of a hold that began at a time or before. The time may have wrapped around in between.
  fileprivate func isMark(upTo time: UInt) -> Bool { self != 0 && Int(bitPattern: self.time &- time) <= 0 }
}

/// The retired objects that wait for holds to end, and the marks of threads. It only decides which
/// objects may be freed.
struct RetiredQueue {
  /// The oldest object first, each with the latest time at which a hold that has seen it may have begun.
  private typealias Line = Deque<(object: AnyObject, until: UInt)>

  /// Instances and tables that were too large, which a thread uses while it reads.
  private var read = Line()
  /// Plans and entries, which a thread uses until its hold ends.
  private var used = Line()
  /// The marks of all running threads that have ever read.
  var marks: [UnsafeMutablePointer<AtomicWord>] = []

  /// Queues the objects that a hold protects, and returns the others to be freed.
  mutating func add(_ objects: [AnyObject], until: UInt) -> [AnyObject] {
    // A thread is told only of objects that wait for it, because it starts a task when its hold ends.
    let uses = objects.count(where: isUsedToTheEnd)
    let way = tell(forReading: uses < objects.count ? until : nil, forEnd: uses > 0 ? until : nil)
    var free: [AnyObject] = []
    for object in objects {
      if isUsedToTheEnd(object) {
        if way.inside == nil { free.append(object) } else { used.append((object, until)) }
      } else {
        if way.reading == nil { free.append(object) } else { read.append((object, until)) }
      }
    }
    return free
  }

  /// Removes and returns the objects that no hold protects.
  mutating func take(atMost most: Int) -> [AnyObject] {
    let way = tell(forReading: read.last?.until, forEnd: used.last?.until)
    var objects: [AnyObject] = []
    read.take(before: way.reading, atMost: most, into: &objects)
    used.take(before: way.inside, atMost: most, into: &objects)
    return objects
  }

  /// Finds the holds that began at these times or before, and has their threads come back for the objects that wait.
  ///
  /// - Returns: The time at which the oldest of these holds began, of those that read and of all; nil if there is none.
  private func tell(forReading lastRead: UInt?, forEnd lastUsed: UInt?) -> (reading: UInt?, inside: UInt?) {
    if lastRead == nil, lastUsed == nil { return (nil, nil) }
    var (reading, inside): (UInt?, UInt?)
    for mark in marks {
      let old = mark.pointee.update { mark in
        var new = mark
        if mark.isReading, mark.isMark(upTo: lastRead) { new |= Retired.waitsForReading }
        if mark.isMark(upTo: lastUsed) { new |= Retired.waitsForEnd }
        return new
      }
      if old.isReading, old.isMark(upTo: lastRead), reading == nil || old.isMark(upTo: reading) { reading = old.time }
      if old.isMark(upTo: lastUsed), inside == nil || old.isMark(upTo: inside) { inside = old.time }
    }
    return (reading, inside)
  }
}

/// Returns true for an object that a thread uses until its hold ends.
private func isUsedToTheEnd(_ object: AnyObject) -> Bool { object is Stage || object is Entry }

extension Deque where Element == (object: AnyObject, until: UInt) {
  /// Removes the objects that no hold has seen that began at the time or later.
  fileprivate mutating func take(before time: UInt?, atMost most: Int, into objects: inout [AnyObject]) {
    while objects.count < most, let item = first, !(time?.isMark(upTo: item.until) ?? false) {
      objects.append(item.object)
      _ = popFirst()
    }
  }
}

extension UInt {
  /// The time of a mark.
  fileprivate var time: UInt { self & ~(Retired.reads | Retired.waitsForReading | Retired.waitsForEnd) }

  fileprivate var isReading: Bool { self & Retired.reads != 0 }

  /// Returns true for the mark of a hold that began at a time or before. The time may have wrapped around in between.
  fileprivate func isMark(upTo time: UInt?) -> Bool {
    guard self != 0, let time else { return false }
    return Int(bitPattern: self.time &- time) <= 0
  }
}

/// What waits for holds to end, and the marks of threads that may have some: it decides what may be freed, and does nothing else.
struct RetiredQueue {
  /// The oldest first, each with the last time at which a hold may have begun that has seen it.
  private typealias Line = Deque<(object: AnyObject, until: UInt)>

  /// Instances, entries and tables, which are used while a thread reads.
  private var read = Line()
  /// Makers, which are used while a thread stays.
  private var used = Line()
  /// Of all threads that read at some time.
  var marks: [UnsafeMutablePointer<AtomicWord>] = []

  mutating func append(_ object: AnyObject, until: UInt) {
    if object is AnyMaker { used.append((object, until)) } else { read.append((object, until)) }
  }

  /// Takes out what no hold is in the way of. The threads whose holds are, are told to come for it.
  mutating func take(atMost most: Int) -> (objects: [AnyObject], isMore: Bool) {
    let (lastRead, lastUsed) = (read.last?.until, used.last?.until)
    if lastRead == nil, lastUsed == nil { return ([], false) }
    // When the oldest hold began of those that read, and of all.
    var (reading, inside): (UInt?, UInt?)
    for thread in marks {
      let mark = thread.pointee.update { mark in
        let isInTheWay = mark & Retired.reads != 0 && mark.isMark(upTo: lastRead) || mark.isMark(upTo: lastUsed)
        return isInTheWay ? mark | Retired.waits : mark
      }
      if mark & Retired.reads != 0, reading == nil || mark.isMark(upTo: reading) { reading = mark.time }
      if mark != 0, inside == nil || mark.isMark(upTo: inside) { inside = mark.time }
    }
    var objects: [AnyObject] = []
    let isMore = [
      read.take(before: reading, atMost: most, into: &objects),
      used.take(before: inside, atMost: most, into: &objects),
    ]
    return (objects, isMore.contains(true))
  }
}

extension Deque where Element == (object: AnyObject, until: UInt) {
  /// Takes out what no hold has seen that began at a time or later; true if there is more of that.
  fileprivate mutating func take(before time: UInt?, atMost most: Int, into objects: inout [AnyObject]) -> Bool {
    while let item = first, !(time?.isMark(upTo: item.until) ?? false) {
      if objects.count >= most { return true }
      objects.append(item.object)
      _ = popFirst()
    }
    return false
  }
}

extension UInt {
  /// The time of a mark.
  fileprivate var time: UInt { self & ~(Retired.reads | Retired.waits) }

  /// Whether it is the mark of a hold that began at a time or before. Of two times one may have gone past the largest
  /// number.
  fileprivate func isMark(upTo time: UInt?) -> Bool {
    guard self != 0, let time else { return false }
    return Int(bitPattern: self.time &- time) <= 0
  }
}
